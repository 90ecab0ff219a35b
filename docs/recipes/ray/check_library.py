"""Checks a library with Ray Data: `python check_library.py LIBRARY REPORT SHARDS [COMMAND…]`.

Each task is a shard; Ray places them, and repeats those whose machine was lost. The folder is one that all machines see.
"""

import json
import subprocess
import sys
import tempfile

import ray


def check(batch, library, shards, command):
    """Returns the report of the shards of a batch."""
    reports = []
    for number in batch["id"]:
        shard = f"{int(number) + 1}/{shards}"
        done = subprocess.run([*command, ".", "--no-composed", "--shard", shard, "--format", "json"], capture_output=True, text=True, cwd=library)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"shard {shard}: {done.stderr}")
        reports.append(done.stdout)
    return {"id": batch["id"], "report": reports}


def main(library, report, shards, command):
    ray.init(ignore_reinit_error=True, include_dashboard=False, log_to_driver=False)
    rows = (
        ray.data.range(shards, override_num_blocks=shards)
        .map_batches(check, batch_size=1, fn_kwargs={"library": library, "shards": shards, "command": command})
        .take_all()
    )
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for row in rows:
            files.append(f"{folder}/{int(row['id'])}.json")
            with open(files[-1], "w", encoding="utf-8") as file:
                file.write(row["report"])
        joined = subprocess.run([*command, "merge-reports", *files, "--format", "json"], capture_output=True, text=True)
    if joined.returncode not in (0, 1):
        raise RuntimeError(joined.stderr)
    with open(report, "w", encoding="utf-8") as file:
        file.write(joined.stdout)
    print(json.dumps(json.loads(joined.stdout)["summary"]))


if __name__ == "__main__":
    _, library_folder, report_file, count, *program = sys.argv
    main(library_folder, report_file, int(count), program or ["usda-lint"])
