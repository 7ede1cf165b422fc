"""Cases (kernels/README.md) from numpy arrays: buffers by their bytes, floats by their bits."""
import json

import numpy as np


def mix(count, seed):
    """The suite's hash of 0 to count - 1, which cases name instead of listing numbers."""
    x = (np.arange(count, dtype=np.uint64) * 2654435761 + seed).astype(np.uint32)
    x ^= x >> np.uint32(15)
    x = (x.astype(np.uint64) * 2246822519).astype(np.uint32)
    x ^= x >> np.uint32(13)
    x = (x.astype(np.uint64) * 3266489917).astype(np.uint32)
    return x ^ x >> np.uint32(16)


class Case:
    """A launch with its buffers. Every buffer that is expected is compared whole."""

    def __init__(self, name, source, entry, groups, size, shared=0):
        self.name, self.args = name, []
        self.data = {'schema': 'isotope-kernel-case/1', 'kernel': name, 'case': source, 'source': source, 'buffers': [],
                     'launches': [{'entry': entry, 'groups': groups, 'group_size': size, **({'shared': shared} if shared else {}), 'args': self.args}], 'checks': []}

    def array(self, array, want=None, pointer=True):
        """A buffer with these elements, as words where its length allows; `want` is what it must hold at the end."""
        raw = np.ascontiguousarray(array)
        kind = np.uint32 if raw.nbytes % 4 == 0 else np.uint8
        words = raw.reshape(-1).view(kind)
        name = f'a{len(self.data["buffers"])}'
        same = len(words) and (words == words[0]).all()
        init = {'gen': 'fill', 'value': int(words[0])} if same else {'gen': 'list', 'values': words.tolist()}
        self.data['buffers'].append({'name': name, 'type': 'u32' if kind is np.uint32 else 'u8', 'count': len(words), 'init': init})
        if pointer:
            self.args.append({'buffer': name})
        return self.expect(name, want, raw)

    def mixed(self, count, seed):
        """A buffer of words from the suite's hash, and the words."""
        name = f'a{len(self.data["buffers"])}'
        self.data['buffers'].append({'name': name, 'type': 'u32', 'count': count, 'init': {'gen': 'mix', 'seed': seed, 'shift': 0, 'mod': 1 << 32, 'add': 0}})
        self.args.append({'buffer': name})
        return mix(count, seed)

    def expect(self, name, want, raw):
        if want is not None:
            want = np.ascontiguousarray(want)
            assert want.nbytes == raw.nbytes, (self.name, want.nbytes, raw.nbytes)
            self.data['checks'].append({'check': 'exact', 'buffer': name, 'hex': want.tobytes().hex()})
        return name

    def scalar(self, kind, value):
        self.args.append({kind: value})

    def raw(self, data):
        self.args.append({'bytes': bytes(data).hex()})

    def write(self, path):
        path.write_text(json.dumps(self.data, separators=(',', ':')) + '\n')
        return path
