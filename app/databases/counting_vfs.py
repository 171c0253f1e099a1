"""SQLite's file layer, counted."""

import time
from collections.abc import Sequence
import apsw
from collectors.series import Reading, Series


class _File(apsw.VFSFile):
    def __init__(self, base, name, flags, c):
        super().__init__(base, name, flags)
        self.c = c
        c.append(0)
        c.append(0)
        c.append(0.0)
        c.append(0)
        c.append(0)
        c.append(0.0)
        c.append(0)
        c.append(0.0)
        self.xr = super().xRead
        self.xw = super().xWrite
        self.xs = super().xSync

    def xRead(self, n, off, pc=time.perf_counter):
        t = pc()
        d = self.xr(n, off)
        c = self.c
        c[2] += pc() - t
        c[0] += 1
        c[1] += len(d)
        return d

    def xWrite(self, d, off, pc=time.perf_counter):
        t = pc()
        self.xw(d, off)
        c = self.c
        c[5] += pc() - t
        c[3] += 1
        c[4] += len(d)

    def xSync(self, f, pc=time.perf_counter):
        t = pc()
        self.xs(f)
        c = self.c
        c[7] += pc() - t
        c[6] += 1


class CountingVfs(apsw.VFS):
    def __init__(self, name):
        self.counts = []
        super().__init__(name, "")
        self.name = name

    def xOpen(self, name, flags):
        c = []
        self.counts.append(c)
        return _File("", name, flags, c)

    def xSleep(self, us):
        time.sleep(us / 1e6)
        return us
