"""Campaigns: in this process, on the workers of Dask, after a worker is lost."""

import json
import os
import pickle
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from conftest import ROOT

import isotope as iso
from isotope import campaign

TEXT = """
name = "wrap"
seed = 7
[[job]]
kind = "operations"
ops = "sm_50:ATOM.INC"
against = { AGAINST }
count = 60_000
chunk = 5_000
"""
SAME = TEXT.replace("AGAINST", 'op = "gfx1100:ds_inc_rtn_u32"')
THEIRS = TEXT.replace("AGAINST", 'python = "theirs"')


def right(mem, src0, src1):
    return np.where(mem >= src0, np.uint32(0), mem + np.uint32(1)), mem


def signed(mem, src0, src1):
    """Wrong where the operands have different signs."""
    return np.where(mem.view(np.int32) >= src0.view(np.int32), np.uint32(0), mem + np.uint32(1))


def slow(mem, src0, src1):
    time.sleep(0.25)
    return right(mem, src0, src1)


def test_plans():
    plan = campaign.plan(SAME)
    assert (plan.name, plan.chunks, len(plan.hash)) == ("wrap", 12, 32) and plan.jobs[0]["items"] == 60_000
    again = pickle.loads(pickle.dumps(plan))
    assert again.hash == plan.hash and again.chunk(3) == plan.chunk(3)
    assert "60000 inputs in 12 chunks" in str(plan) and plan.hash in repr(plan)
    with pytest.raises(iso.Error, match=r"<text>:9: expected .*found `chunks`"):
        campaign.plan(SAME.replace("chunk =", "chunks ="))
    from_file = campaign.plan(ROOT / "examples" / "campaigns" / "wrap.toml")
    assert [job["name"] for job in from_file.jobs] == ["the same", "another"]


def test_run_and_resume(tmp_path):
    seen = []
    result = campaign.run(SAME, tmp_path, client=False, progress=lambda *state: seen.append(state))
    assert result.failed == 0 and result["items"] == 60_000 and seen[0] == (0, 12, 0) and seen[-1] == (12, 12, 0)
    assert not list(tmp_path.rglob("*.partial"))
    files = sorted((tmp_path / "chunks").iterdir())
    times = [file.stat().st_mtime_ns for file in files]
    # A file that is cut off, one that is garbled and one that is gone are done again, and nothing else.
    files[2].write_text(files[2].read_text()[:100])
    files[4].write_bytes(files[4].read_bytes().replace(b'"failed":0', b'"failed":9'))
    files[7].unlink()
    status = campaign.status(tmp_path)
    assert status["missing"] == [7] and [entry["index"] for entry in status["damaged"]] == [2, 4]
    with pytest.raises(iso.Error, match=r"3 of 12 chunks are missing: 2, 4, 7"):
        campaign.merge(tmp_path)
    assert campaign.merge(tmp_path, partial=True)["missing"] == [2, 4, 7]
    again = campaign.run(SAME, tmp_path, client=False)
    assert again.digest == result.digest == campaign.merge(tmp_path).digest
    changed = [i for i, file in enumerate(files) if file.stat().st_mtime_ns != times[i]]
    assert changed == [2, 4, 7]
    with pytest.raises(iso.Error, match="is a chunk of another plan"):
        campaign.run(SAME.replace("seed = 7", "seed = 8"), tmp_path, client=False)
    result.report(tmp_path / "report.html")
    assert result.digest in (tmp_path / "report.html").read_text() and "12 chunks" not in repr(result)


def test_shards_are_the_whole(tmp_path):
    whole = campaign.run(SAME, client=False)
    parts = [campaign.run(SAME, tmp_path, client=False, shard=(i, 3)) for i in (2, 0, 1)]
    assert len(parts[0]["missing"]) == 8 and parts[2].digest == whole.digest


def test_a_function_as_the_other_implementation():
    good = campaign.run(THEIRS, client=False, functions={"theirs": right})
    assert good.failed == 0 and good.jobs[0]["counts"]["equal"] == 60_000
    bad = campaign.run("keep = 100000\n" + THEIRS, client=False, functions={"theirs": signed})
    mem, src = (np.array(column, np.uint32) for column in zip(*_inputs(60_000)))
    wrong = np.flatnonzero(signed(mem, src, src) != right(mem, src, src)[0])
    assert wrong.size > 1000 and [failure["item"] for failure in bad.jobs[0]["failures"]] == wrong.tolist()
    first = bad.jobs[0]["failures"][0]
    assert first["reproduce"] == [f"isotope op -t sm_50 ATOM.INC mem=0x{mem[wrong[0]]:08x} src0=0x{src[wrong[0]]:08x}"]
    masked = lambda mem, src0, src1: np.ma.masked_where(mem == 10, right(mem, src0, src1)[0])
    some = campaign.run(THEIRS, client=False, functions={"theirs": masked})
    unanswered = np.count_nonzero(mem == 10)
    assert some.failed == some.undecided == some.jobs[0]["counts"]["unanswered"] == unanswered > 0
    assert some.jobs[0]["counts"]["equal without returned"] == 60_000 - unanswered
    allowed = THEIRS.replace("count =", "allow_unanswered = true\ncount =")
    assert campaign.run(allowed, client=False, functions={"theirs": masked}).failed == 0
    for nothing in (lambda *_: None, lambda mem, *_: np.ma.masked_all_like(mem), lambda mem, *_: (None, mem)):
        none = campaign.run(THEIRS, client=False, functions={"theirs": nothing})
        # All inputs, and the job as a whole.
        assert none.failed == none.undecided == 60_001
    with pytest.raises(iso.Error, match="expected new, or new and returned, found 3 results"):
        campaign.run(THEIRS, client=False, functions={"theirs": lambda mem, *_: (mem, mem, mem)})
    with pytest.raises(iso.Error, match="expected 5000 elements of 32 bits, found uint64"):
        campaign.run(THEIRS, client=False, functions={"theirs": lambda mem, *_: mem.astype(np.uint64)})
    with pytest.raises(ZeroDivisionError):
        campaign.run(THEIRS, client=False, functions={"theirs": lambda *_: 1 // 0})
    with pytest.raises(iso.Error, match="expected MODULE:FUNCTION"):
        campaign.run(THEIRS, client=False)


def _inputs(count):
    made = iso.vectors("sm_50:ATOM.INC", random=count, seed=7).vectors
    return [(int(v["mem"], 16), int(v["src0"], 16)) for v in made[:count]]


def test_a_function_as_a_command():
    words = [sys.executable, "-m", "isotope.campaign", "answer", "test_campaign:right"]
    text = TEXT.replace("AGAINST", f"command = {json.dumps(words)}").replace("60_000", "10_000")
    folder = os.path.dirname(__file__)
    script = f"from isotope import campaign; print(campaign.run({text!r}, client=False).jobs[0]['counts']['equal'])"
    done = subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "10000"
    broken = text.replace("test_campaign:right", "nothing:at_all")
    with pytest.raises(iso.Error, match="expected exit status 0, found 1"):
        campaign.run(broken, client=False)


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        yield cluster


def test_on_workers(cluster, tmp_path):
    from distributed import Client

    here = campaign.run(SAME, client=False)
    assert campaign.run(SAME, tmp_path, cluster.scheduler_address).digest == here.digest
    with Client(cluster) as client:
        assert campaign.run(THEIRS, None, client, functions={"theirs": right}).failed == 0
        with pytest.raises(ZeroDivisionError):
            campaign.run(THEIRS, None, client, functions={"theirs": lambda *_: 1 // 0}, retries=1)


def test_a_lost_worker_costs_nothing_but_time(cluster, tmp_path):
    from distributed import Client

    whole = campaign.run(THEIRS, client=False, functions={"theirs": right})
    with Client(cluster) as client:
        before = {info["pid"] for info in client.run(lambda dask_worker: {"pid": os.getpid()}).values()}
        killed = []

        def kill(done, total, failed):
            if done >= 3 and not killed:
                killed.append(min(before))
                os.kill(killed[0], signal.SIGKILL)

        result = campaign.run(THEIRS, tmp_path, client, functions={"theirs": slow}, progress=kill)
        client.wait_for_workers(2, timeout=60)
        after = {info["pid"] for info in client.run(lambda dask_worker: {"pid": os.getpid()}).values()}
    assert killed and killed[0] not in after
    assert result.digest == whole.digest and result.failed == 0 and not result["missing"]
    assert campaign.merge(tmp_path).digest == whole.digest
