#!/usr/bin/env python3
"""The device behind opencl.c: compiles programs for a target and runs kernels in Isotope.

    device.py TARGET        (sm_50, gfx1100, gfx1100.w64, visa, visa.dg2)

Reads lines on standard input and answers a line each:
    device NAME                          what is particular to the target
    build ID OPTIONS                     compiles DIR/pID.cl; answers `ok` and the kernels, or `fail` and why
    run ID KERNEL DIMS GLOBAL LOCAL OFFSET ARGUMENT...      answers `ok`, or a verdict and why

ISOTOPE_SUITE_DIR is DIR; to ISOTOPE_SUITE_LOG each build and launch writes a line of JSON. CLANG, LLD, EXTRACT (llvm-extract), PTXAS, OCLOC, ISOTOPE name tools,
OCLC the folder of AMD's device libraries, LIBCLC that of libclc.
"""
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def tool(variable, name):
    return os.environ.get(variable) or shutil.which(name) or name


CLANG, LLD, PTXAS, OCLOC = tool('CLANG', 'clang-19'), tool('LLD', 'ld.lld-19'), tool('PTXAS', 'ptxas'), tool('OCLOC', 'ocloc')
ISOTOPE = os.environ.get('ISOTOPE') or str(HERE.parents[1] / 'target/release/isotope')
OCLC = Path(os.environ.get('OCLC', '/usr/lib/x86_64-linux-gnu/amdgcn/bitcode'))
LIBCLC = Path(os.environ.get('LIBCLC', '/usr/lib/clc'))
EXTRACT = tool('EXTRACT', 'llvm-extract-19')
LIMIT = int(os.environ.get('ISOTOPE_SUITE_SECONDS', '120'))

INT32 = 'cl_khr_byte_addressable_store cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics ' \
        'cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics '
INT64 = 'cl_khr_int64_base_atomics cl_khr_int64_extended_atomics '
ORDERS = '__opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst __opencl_c_atomic_scope_device __opencl_c_int64 '
TARGETS = {
    'gfx1100': {'extensions': INT32 + INT64 + 'cl_khr_fp64 cl_khr_fp16 cl_khr_subgroups', 'features': ORDERS + '__opencl_c_generic_address_space '
                '__opencl_c_fp64 __opencl_c_subgroups', 'group': '256', 'generic': '1'},
    'sm_50': {'extensions': INT32 + INT64 + 'cl_khr_fp64', 'features': ORDERS + '__opencl_c_generic_address_space __opencl_c_fp64', 'group': '1024', 'generic': '1'},
    'visa': {'extensions': INT32 + INT64 + 'cl_khr_fp16 cl_khr_subgroups', 'features': ORDERS + '__opencl_c_generic_address_space '
             '__opencl_c_subgroups', 'group': '256', 'generic': '1'},
}


def printed(ptx):
    """PTX whose string literals are in global memory, as far as their addresses are only handed on, by tables too; see nvidia.c."""
    literals = set(re.findall(r'^\.const \.align 1 \.b8 (_\$_str\w*)\[', ptx, re.M))
    listed = re.findall(r'^(?:\.visible )?\.(?:global|const) .*?([\w$]+)(?:\[\d+\])? = (.*);', ptx, re.M)
    tables = {name: literals & set(re.findall(r'[\w$]+', values)) for name, values in listed if name not in literals}
    handed, read = set(), set()
    for body in re.split(r'^(?=\.(?:visible |weak )?(?:entry|func)\b)', ptx, flags=re.M):
        # What a register may be the address of: literals, and places in tables.
        holds, lines = {}, re.findall(r'^\s*(?:@!?%\w+\s+)?([a-z][\w.]*)\s+([^;]*);', body, re.M)
        known = {name: {name} for name in literals | {name for name in tables if tables[name]}}

        def named(operands):
            return set().union(*(holds.get(s) or known.get(s, set()) for s in re.findall(r'[%\w$]+', operands)))

        before = None
        while before != sum(map(len, holds.values())):
            before = sum(map(len, holds.values()))
            for op, operands in lines:
                target, _, sources = operands.partition(',')
                found = named(sources)
                if op.startswith('ld.'):
                    found = set().union(*(tables.get(name, set()) for name in found))
                elif not op.startswith(('mov.', 'selp.')):
                    found -= literals
                if found and not op.startswith('st.'):
                    holds.setdefault(target.strip(), set()).update(found)
        for op, operands in lines:
            found = named(operands if op.startswith('st.') else operands.partition(',')[2]) & literals
            if op.startswith('st.'):
                handed |= found
            elif not op.startswith(('mov.', 'selp.')):
                read |= found
    if handed & read:
        raise Failed('a string literal is printed and read by the program: on NVIDIA\'s devices give printf one of its own')
    for name in handed:
        ptx = ptx.replace(f'.const .align 1 .b8 {name}[', f'.global .align 1 .b8 {name}[')
    return ptx


class Failed(Exception):
    pass


def call(*command, cwd=None):
    done = subprocess.run(['sh', '-c', 'ulimit -t 300; exec "$@"', 'sh', *map(str, command)], capture_output=True, text=True, errors='replace', cwd=cwd)
    if done.returncode:
        said = (done.stderr + done.stdout).splitlines()
        errors = [line for line in said if 'error' in line.lower() or 'undefined' in line.lower()] or said[-5:]
        raise Failed(f'{Path(str(command[0])).name}: ' + ' / '.join(line.strip()[:300] for line in errors[:4]))
    return done.stdout


def linked(*libraries):
    return [word for library in libraries for word in ('-Xclang', '-mlink-builtin-bitcode', '-Xclang', str(library))]


def asked(options):
    """The options of a program that compilers are to see, and the version of the language."""
    kept, version = [], None
    words = shlex.split(options)
    while words:
        word = words.pop(0)
        if word.startswith('-cl-std='):
            version = word[8:]
        elif word in ('-I', '-D', '-U'):
            kept.append(word + (words.pop(0) if words else ''))
        elif word.startswith(('-I', '-D', '-U', '-cl-fast', '-cl-finite', '-cl-denorms', '-cl-fp32', '-cl-mad', '-cl-no-signed', '-cl-opt', '-cl-single',
                              '-cl-unsafe', '-cl-uniform', '-w')):
            kept.append(word)
    return kept, version or 'CL1.2'


class Device:
    def __init__(self, target, folder, log):
        self.target, self.family = target, target.split('.')[0]
        self.folder = Path(folder)
        self.cache = Path(os.environ.get('ISOTOPE_SUITE_CACHE', self.folder / 'cache')) / target
        self.cache.mkdir(parents=True, exist_ok=True)
        self.log = open(log, 'a') if log else None
        self.images, self.values = {}, 0

    def answer(self, line):
        what, *rest = line.split('\t')
        if what == 'device':
            return f'Isotope {self.target}' if rest[0] == 'name' else TARGETS[self.family][rest[0]]
        start = time.time()
        # What is asked to stop says nothing of the rest.
        entry = {'event': what, 'target': self.target, 'verdict': None}
        try:
            said = getattr(self, what)(entry, *rest)
            entry['verdict'] = 'ok'
            return said
        except Failed as why:
            entry['verdict'] = entry['verdict'] or ('fail' if what == 'build' else 'error')
            entry['why'] = str(why)
            return f'{entry["verdict"]}\t{str(why)[:2000]}'.replace('\n', ' ')
        except Exception as why:
            # A tool that is not there or takes too long, a file that is not what it should be: the program is to hear of it.
            entry['verdict'], entry['why'] = 'error', f'{type(why).__name__}: {why}'
            return f'error\t{entry["why"][:2000]}'.replace('\n', ' ')
        finally:
            entry['seconds'] = round(time.time() - start, 3)
            if self.log:
                print(json.dumps(entry), file=self.log, flush=True)

    # Programs

    def build(self, entry, program, options):
        source = (self.folder / f'p{program}.cl').read_bytes()
        kept, version = asked(options)
        name = hashlib.sha256(b'\0'.join([source, repr(kept).encode(), version.encode()])).hexdigest()[:20]
        entry['program'] = name
        image, wrong = self.cache / name, self.cache / f'{name}.failed'
        if wrong.exists():
            raise Failed(wrong.read_text())
        if not image.exists():
            cl = self.cache / f'{name}.cl'
            cl.write_bytes(source)
            try:
                new = getattr(self, self.family)(cl, kept, version)
                new.rename(image)
            except Failed as why:
                wrong.write_text(str(why))
                raise
        self.images[program] = image, name
        return 'ok\t' + ' '.join(self.kernels(image))

    def front(self, kept, version, features):
        if version >= 'CL3.0':
            # The front end has an option for what changes the language; the rest are macros that the header looks at.
            features += ',+__opencl_c_generic_address_space'
            kept = [*kept, *(f'-D{f}=1' for f in TARGETS[self.family]['features'].split() if 'atomic' in f)]
        return [CLANG, '-x', 'cl', f'-cl-std={version}', '-w', '-nogpulib', '-O2', '-Xclang', '-finclude-default-header', '-Xclang', f'-cl-ext={features}', *kept]

    def libraries(self, wide):
        """AMD's device libraries but for the language's own; those of ROCm 5.2 do not know gfx1100."""
        isa = self.cache / 'isa.bc'
        if not isa.exists():
            text = self.cache / 'isa.ll'
            text.write_text('@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 11000, align 4\n')
            call(CLANG, '-x', 'ir', '-target', 'amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-nogpulib', '-emit-llvm', '-c', '-o', isa, text)
        named = ['ocml', 'ockl', 'oclc_abi_version_500', f'oclc_wavefrontsize64_{"on" if wide else "off"}', 'oclc_daz_opt_off',
                 'oclc_finite_only_off', 'oclc_unsafe_math_off', 'oclc_correctly_rounded_sqrt_on']
        return [*(OCLC / f'{n}.bc' for n in named), isa]

    def gfx1100(self, cl, kept, version):
        wide = self.target.endswith('w64')
        # The library's own `printf` would stand in the way of the compiler's, which calls `__printf_alloc` after libraries were linked.
        plain, room = self.cache / 'opencl.bc', self.cache / 'printf.bc'
        if not plain.exists():
            call(EXTRACT, '--func=__printf_alloc', OCLC / 'opencl.bc', '-o', room)
            new = plain.with_suffix(f'.{os.getpid()}')
            call(EXTRACT, '--delete', '--func=printf', '--func=__printf_alloc', OCLC / 'opencl.bc', '-o', new)
            new.rename(plain)
        out = cl.with_suffix('.o')
        call(*self.front(kept, version, '+cl_khr_fp64,+cl_khr_fp16,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_subgroups'),
             '-target', 'amdgcn-amd-amdhsa', '-mcpu=gfx1100', *(['-mwavefrontsize64'] if wide else []),
             '-Xclang', '-mlink-bitcode-file', '-Xclang', str(room), *linked(plain, *self.libraries(wide)), '-c', '-o', out, cl)
        call(LLD, '-shared', out, '-o', cl.with_suffix('.co'))
        return cl.with_suffix('.co')

    def sm_50(self, cl, kept, version):
        more, prints, ptx = self.cache / 'nvidia.bc', self.cache / 'printf.bc', cl.with_suffix('.ptx')
        extensions = '+cl_khr_fp64,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics'
        aim = ['--target=nvptx64-nvidia-nvcl', '-march=sm_50', '-Xclang', '-target-feature', '-Xclang', '+ptx64']
        if not more.exists():
            new = more.with_suffix(f'.{os.getpid()}')
            call(CLANG, '-x', 'cl', '-cl-std=CL2.0', '-w', '-nogpulib', '-O2', '-cl-no-stdinc', '-Xclang', f'-cl-ext={extensions}', *aim,
                 '-emit-llvm', '-c', '-o', new, HERE / 'nvidia.cl')
            new.rename(more)
        if not prints.exists():
            new = prints.with_suffix(f'.{os.getpid()}')
            call(CLANG, '-x', 'c', '-O2', '-fno-builtin', '-nostdinc', *aim, '-emit-llvm', '-c', '-o', new, HERE / 'nvidia.c')
            new.rename(prints)
        call(*self.front(kept, version, extensions), *aim, *linked(more, prints, LIBCLC / 'nvptx64--nvidiacl.bc'), '-S', '-o', ptx, cl)
        ptx.write_text(printed(ptx.read_text()))
        call(PTXAS, '-arch=sm_50', ptx, '-o', cl.with_suffix('.cubin'))
        return cl.with_suffix('.cubin')

    def visa(self, cl, kept, version):
        device = self.target.partition('.')[2] or 'tgllp'
        out = cl.with_suffix('.zebin')
        call(OCLOC, 'compile', '-file', cl, '-device', device, '--format', 'zebin', '-options', ' '.join([f'-cl-std={version}', *kept]),
             '-output', out, '-output_no_suffix', '-internal_options', '-ze-emit-zebin-visa-sections', cwd=self.cache)
        if not out.exists():
            raise Failed('ocloc: no file')
        return out

    def kernels(self, image):
        listed = Path(f'{image}.kernels')
        if not listed.exists():
            done = subprocess.run([ISOTOPE, 'info', str(image), '--json'], capture_output=True, text=True, timeout=LIMIT)
            if done.returncode:
                raise Failed(done.stderr.strip() or done.stdout.strip())
            lines = []
            for k in json.loads(done.stdout)['kernels']:
                fixed = ','.join(map(str, k['group_size'] or [0, 0, 0]))
                most = min(k['most_items'] or 1 << 20, int(TARGETS[self.family]['group']))
                lines.append(':'.join(map(str, (k['name'], len(k['arguments']), fixed, k['wave_width'], most, k['shared_bytes'], k['private_bytes']))))
            listed.write_text(' '.join(lines))
        return listed.read_text().split()

    # Launches

    def file(self, data):
        self.values += 1
        path = self.folder / f'v{self.values}'
        path.write_bytes(data)
        return path

    def run(self, entry, program, kernel, dims, total, local, offset, *arguments):
        image, name = self.images[program]
        total, local = ([int(n) for n in t.split(',')] for t in (total, local))
        entry |= {'program': name, 'kernel': kernel, 'global': total, 'local': local}
        dims = int(dims)
        command = [ISOTOPE, 'run', str(image), '--json', '--kernel', kernel, '--max-steps', '4000000000',
                   '--global', ','.join(map(str, total[:dims])), '--block', ','.join(map(str, local[:dims]))]
        if any(n != '0' for n in offset.split(',')):
            command += ['--offset', offset]
        return self.go(entry, command, arguments)

    def parameters(self, entry, image, kernel):
        done = subprocess.run([ISOTOPE, 'info', image, '--json', '--kernel', kernel], capture_output=True, text=True, timeout=LIMIT)
        if done.returncode:
            raise Failed(done.stderr.strip())
        found = [k for k in json.loads(done.stdout)['kernels'] if k['name'] == kernel]
        return ''.join(f' {a["bytes"]}' for a in found[0]['arguments'])

    def launch(self, entry, image, kernel, grid, block, shared, cooperative, objects, *arguments):
        """A launch of CUDA: an argument may be in pieces, `value:HEX|memory:ID:OFFSET|...`."""
        entry |= {'event': 'run', 'kernel': kernel, 'global': grid, 'local': block}
        command = [ISOTOPE, 'run', image, '--json', '--kernel', kernel, '--max-steps', '4000000000', '--grid', grid, '--block', block, '--shared', shared,
                   *(['--cooperative'] if cooperative == '1' else [])]
        return self.go(entry, command, arguments, [o.split(':') for o in objects.split()])

    def go(self, entry, command, arguments, objects=()):
        """Run a command with arguments; what it leaves in memory goes back to the files."""
        dumps, scratch, known = [], [], set()
        inside = {memory for a in arguments for p in a.split('|') if p.startswith('memory:') for _, memory, at in [p.split(':')] if at != '0'}

        def text(piece):
            kind, _, rest = piece.partition(':')
            if kind == 'local':
                return f'local:{rest}'
            if kind == 'value':
                scratch.append(self.file(bytes.fromhex(rest)))
                return f'@{scratch[-1]}'
            memory, at = rest.split(':')
            label, path, out = f'iso_m{memory}', self.folder / f'm{memory}', self.folder / f'd{memory}'
            if memory in known:
                return f'&{label}+{at}' if at != '0' else f'&{label}'
            known.add(memory)
            command.extend(['--dump', f'{label}:{out}'])
            dumps.append((out, path))
            if memory not in inside:
                return f'{label}=u8@{path}'
            command.extend(['--buffer', f'{label}=u8@{path}'])
            return f'&{label}+{at}' if at != '0' else f'&{label}'

        def field(piece):
            inner = text(piece)
            return inner if not inner.startswith('@') else f'u8[{(len(piece) - 6) // 2}]{inner}'

        for a in arguments:
            pieces = a.split('|')
            # In two steps: `text` adds to the command.
            given = text(a) if len(pieces) == 1 else 'struct{' + ';'.join(field(p) for p in pieces) + '}'
            command += ['--arg', given]
        for name, memory in objects:
            out = self.folder / f'd{memory}'
            if not (self.folder / f'fresh{memory}').exists():
                command += ['--symbol', f'{name}=@{self.folder / f"m{memory}"}']
            command += ['--dump', f'{name}:{out}']
            dumps.append((out, self.folder / f'm{memory}'))
            scratch.append(self.folder / f'fresh{memory}')
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=LIMIT)
        except subprocess.TimeoutExpired:
            entry['verdict'] = 'slow'
            raise Failed(f'not done in {LIMIT} s') from None
        finally:
            for path in scratch:
                path.unlink(missing_ok=True)
        if done.returncode:
            entry['status'], text, outcome = done.returncode, done.stderr.strip(), None
            try:
                said = json.loads(done.stdout)
                text, outcome = json.dumps(said)[:1500], said.get('outcome')
                outcome = 'budget' if (said.get('hang') or {}).get('verdict') == 'budget' else outcome
            except ValueError:
                pass
            failed = re.search(r'[^" ]*: block: [^"]*Assertion `[^"]*failed\.', text)
            if failed:
                print(failed.group(0), file=sys.stderr, flush=True)
            entry['verdict'] = 'assert' if failed else {'faulted': 'fault', 'deadlock': 'fault', 'not modelled': 'refused', 'budget': 'slow'}.get(
                outcome, {2: 'refused'}.get(done.returncode, 'gave up' if outcome else 'crash'))
            entry['command'] = shlex.join(command)
            raise Failed(text or f'exit status {done.returncode}')
        for out, path in dumps:
            with open(path, 'r+b') as f:
                f.write(out.read_bytes())
            out.unlink()
        text = json.loads(done.stdout).get('printed') if done.stdout.strip() else None
        if text:
            os.write(int(os.environ.get('ISOTOPE_SUITE_STDOUT', '2')), (text if isinstance(text, str) else ''.join(text)).encode())
        return 'ok'


def main():
    device = Device(sys.argv[1], os.environ['ISOTOPE_SUITE_DIR'], os.environ.get('ISOTOPE_SUITE_LOG'))
    for line in sys.stdin:
        print(device.answer(line.rstrip('\n')), flush=True)


if __name__ == '__main__':
    main()
