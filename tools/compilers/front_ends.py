"""Compilers with a language of their own (kernels/front_ends): each folder there has kernels, and `build.py` with how they are compiled and what they must leave."""
import importlib.util
import json
import sys
from pathlib import Path

import programs
import toolchains
from programs import Found, short


class FrontEnd:
    """A compiler of kernels/front_ends for a target."""
    builds = {'default': ()}

    def __init__(self, target, name, title, version, build):
        self.target, self.name, self.title, self.version, self.build = target, name, title, version, build

    def sets(self):
        return ['front_ends']

    def run(self, build, folder, isotope):
        """Builds and judges every kernel of the front end."""
        place = folder / f'{self.target}.{self.name}.made'
        place.mkdir(parents=True, exist_ok=True)
        results = []
        for program, made, case in self.build(place):
            if not isinstance(made, Path):
                results.append(Found('front_ends', build, program, 'not compiled', short(str(made))))
                continue
            path = place / f'{program}.json'
            if isinstance(case, dict):
                path.write_text(json.dumps(case, separators=(',', ':')) + '\n')
            else:
                case.write(path)
            (_, kind, why), = programs.judged(isotope, made, [path])
            if kind == 'wrong' and (known := programs.explained(self, build, program)):
                kind, why = 'known', known
            results.append(Found('front_ends', build, program, kind, short(why), ((made, path),)))
        return results


def loaded(folder):
    """The front ends of a folder's build.py: one by NAME, TITLE, TARGET, version and build, or several as rows of FRONT_ENDS."""
    spec = importlib.util.spec_from_file_location(f'front_end_{folder.name}', folder / 'build.py')
    module = importlib.util.module_from_spec(spec)
    sys.path[:0] = [str(folder), str(folder.parent)]
    spec.loader.exec_module(module)
    rows = getattr(module, 'FRONT_ENDS', None) or [(module.TARGET, module.NAME, module.TITLE, module.version, module.build)]
    return [FrontEnd(*row) for row in rows]


ALL = [front for path in sorted((toolchains.KERNELS / 'front_ends').glob('*/build.py')) for front in loaded(path.parent)]
