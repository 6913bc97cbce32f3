"""Verifies a history that `sluice audit export --as jsonl` wrote, by the rules of docs/audit.md alone.

    python3 verify.py history.jsonl [FOLDER [VALUES]]

FOLDER is a copy of the audit bucket, with `seals/` and `heads/`; VALUES one of the bucket of the service, with `imports/`,
`images/` and `writes/`. Prints what was altered or is missing, and ends with 1 if anything was. Needs Python 3.8 or later and nothing else.
"""
import hashlib, json, pathlib, re, sys
from datetime import datetime, timedelta
from decimal import Decimal

def number(value):
    """As RFC 8785 writes it, which is how JavaScript does."""
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(float(value))).normalize().as_tuple()
    minus, digits, point = "-" * sign, "".join(map(str, digits)), len(digits) + exponent
    if 0 < point <= 21:
        whole, part = digits[:point].ljust(point, "0"), digits[point:]
        return minus + whole + (f".{part}" if part else "")
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    return minus + digits[0] + (f".{digits[1:]}" if digits[1:] else "") + f"e{point - 1:+d}"

def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return json.dumps(value, ensure_ascii=False)
    return number(value)

def sha256(text):
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()

def chain(lines, name, found, from_start=True):
    """Each line is whole, has the next number, and names the hash of the line before it."""
    for before, line in zip([None, *lines], lines):
        at = f"{name}, event {line['version']}"
        if line["hash"] != sha256(canonical({key: value for key, value in line.items() if key != "hash"})):
            found.append(f"{at}: its hash is another")
        follows = (line["version"] - 1, line.get("prev")) == ((before["version"], before["hash"]) if before else (0, None))
        if not follows and (before or from_start):
            found.append(f"{at}: it does not follow the event before it")

def history(item, found):
    """One run, start of a migration or upload. Returns the hash and the time of each of its events."""
    subjects = {}
    for event in item["events"]:
        subjects.setdefault(event["subject"], []).append(event)
        if event["runId"] != name_of(item):
            found.append(f"{name_of(item)}: an event of {event['runId']}")
    for subject, lines in subjects.items():
        lines.sort(key=lambda line: line["version"])
        chain(lines, f"{name_of(item)}, {subject}", found)
    heads = {head["subject"]: head for head in item.get("heads", [])}
    for subject in {*subjects, *heads} if "heads" in item else ():
        last, head = (subjects.get(subject) or [{}])[-1], heads.get(subject, {})
        if (last.get("version"), last.get("hash")) != (head.get("version"), head.get("hash")):
            found.append(f"{name_of(item)}, {subject}: its end is not that of its item")
    batches(subjects, name_of(item), found)
    return {(line["subject"], line["version"]): (line["hash"], line["at"]) for line in item["events"]}

def batches(subjects, name, found):
    """Each batch that was read has a dry run, and a real submission if the run imported to its end."""
    run = {event["type"]: event["data"] for event in subjects.get("run", [])}
    for batch in range(1, run.get("read", {}).get("reading", {}).get("batches", 0) + 1):
        ends = [e["data"].get("status") for e in subjects.get(f"{batch}/dry", []) if e["type"] in ("ended", "recheckRequested")]
        passed = ends[-1:] == ["succeeded"] and "importingStarted" in run and "finished" in run
        for phase in ("dry", "real") if passed else ("dry",):
            if f"{batch}/{phase}" not in subjects:
                found.append(f"{name}, {batch}/{phase}: it has no history")

def names_in(events):
    """The migration that started a run, and the runs of a migration's steps that landed."""
    landed = {e["data"].get("step") for e in events if e["type"] == "stepEnded" and e["data"]["status"] in ("succeeded", "partly")}
    for event in events:
        if event["type"] == "begun" and "migration" in event["data"]:
            yield event["data"]["migration"]["migrationId"]
        if event["type"] == "stepBegun" and event["data"].get("step") in landed:
            yield from event["data"].get("runIds", [])

def name_of(item):
    return item[{"run": "runId", "migration": "migrationId"}.get(item["kind"], "uploadId")]

def seals(folder, known, found):
    """Each seal names the one before it and the hash of its list; each line of a list has the ends of one history."""
    previous, days, listed = None, set(), set()
    for path in sorted(folder.glob("seals/*.json")):
        seal = json.loads(path.read_text("utf-8"))
        sealed = folder / f"heads/{seal['day']}.jsonl"
        text = sealed.read_bytes().decode("utf-8") if sealed.exists() else ""
        if seal["previous"] != previous:
            found.append(f"seal of {seal['day']}: it does not name the one before it")
        if previous and datetime.fromisoformat(seal["day"]) - datetime.fromisoformat(previous["day"]) != timedelta(days=1):
            found.append(f"seal of {seal['day']}: it is not that of the next day")
        if seal["root"] != sha256(text) or seal["runs"] != text.count("\n"):
            found.append(f"seal of {seal['day']}: its list is another")
        else:
            days.add(seal["day"])
            lists(text, f"seal of {seal['day']}", known, found)
            for line in map(json.loads, text.splitlines()):
                listed.add(line["runId"])
                added(line, seal["day"], known, found)
        previous = {"day": seal["day"], "hash": sha256(canonical(seal))}
    for path in sorted(folder.glob("heads/*/*.jsonl")):
        lists(path.read_bytes().decode("utf-8"), f"list of {path.stem}", known, found)
    for name in known.keys() - listed:
        if days & {at[:10] for _, at in known[name].values()}:
            found.append(f"{name}: no seal names it, although it has events of sealed days")

def added(line, day, known, found):
    """A seal is made after the end of its day, so what is dated until then and not in its list was added later."""
    for (subject, version), (_, at) in known.get(line["runId"], {}).items():
        last = max([head["version"] for head in line["heads"] if head["subject"] == subject], default=0)
        if version > last and at[:10] <= day:
            found.append(f"seal of {day}: event {version} of {line['runId']}, {subject} was added later")

def lists(text, name, known, found):
    for line in map(json.loads, text.splitlines()):
        for head in line["heads"]:
            if known.get(line["runId"], {}).get((head["subject"], head["version"]), (None,))[0] != head["hash"]:
                found.append(f"{name}: event {head['version']} of {line['runId']}, {head['subject']} is not as it was listed")

def rows(text):
    """The hash of each line, without the comma at its end, and whether it is a row that was erased: it has its hash in its place."""
    for line in text.split("\n"):
        row = line[:-1] if line.endswith(",") else line
        try:
            erased = json.loads(row)["hash"] if row.startswith('{"hash":') else ""
        except ValueError:
            erased = ""
        is_erased = re.fullmatch("[0-9a-f]{64}", str(erased)) is not None
        yield erased if is_erased else sha256(row), is_erased

def rows_hash(text):
    return sha256("".join(f"{one}\n" for one, _ in rows(text)))

def erasures_in(acts):
    """The rows of each import and of each call that were erased; None if the export does not begin with the log."""
    erased = {}
    for act in acts:
        if act["type"] == "erased":
            data = act["data"]
            key = (data["siteId"], data.get("importId") or data.get("requestId"))
            erased.setdefault(key, set()).update(data["rows"])
    return erased if acts and acts[0]["version"] == 1 else None

def was_erased(texts, key, erasures):
    """Each row that says that it was erased is in an event."""
    said = {one for text in texts for one, is_erased in rows(text) if is_erased}
    return erasures is None or said <= erasures.get(key, set())

def stored_values(bucket, folder, preview, erasures):
    """The hash of what a preview says of values, if they are stored so; None if they are no longer stored."""
    values = preview["values"]
    images = bucket / "images" / folder
    names = [f"{values['plan']}/plan.json"]
    for by in [one["by"] for one in values["again"] for _ in range(one["count"])]:
        names.append(f"{by}/again-{len(names) - 1:05d}.json")
    if not (images / names[0]).exists():
        return None
    texts = [(images / name).read_bytes().decode("utf-8") if (images / name).exists() else "" for name in names]
    steps = rows_hash(texts[0])
    for text in texts[1:]:
        steps = sha256(f"{steps}\n{rows_hash(text)}\n")
    is_stored = (steps, sha256(canonical(preview["outcomes"]))) == (values["steps"], values["outcomes"])
    is_stored = is_stored and was_erased(texts, tuple(folder.split("/")), erasures)
    return sha256(canonical(values)) if is_stored else "another"

def values_of(events, bucket, erasures, found):
    """Each import whose end names the hash of its values has these. Returns how many are stored."""
    count = 0
    for event in events:
        data = event["data"]
        paths = sorted(bucket.glob(f"imports/*/{data['importId']}/*/preview.json"))
        previews = [(path, json.loads(path.read_bytes())) for path in paths]
        hashes = [stored_values(bucket, "/".join(path.parts[-4:-2]), one, erasures) for path, one in previews if "values" in one]
        if data["valuesSha256"] in hashes:
            count += 1
        elif any(one is not None for one in hashes):
            found.append(f"{event['runId']}, {event['subject']}: the values of import {data['importId']} are others")
    return count

STAMP = "%Y-%m-%dT%H:%M:%S.%fZ"

def calls_of(acts, bucket, erasures, found):
    """Each call that is no import has an event with the hash of what it stored. Returns how many do."""
    time = lambda text: datetime.strptime(text, STAMP)
    wrote = {(act["data"]["siteId"], act["requestId"]): act for act in acts if act["type"] == "wrote"}
    times = sorted(time(act["at"]) for act in acts)
    kept, oldest = set(), {}
    for path in sorted(bucket.glob("writes/*/*.json")):
        text = path.read_bytes().decode("utf-8")
        key, act = (path.parts[-2], path.stem), wrote.get((path.parts[-2], path.stem))
        kept.add(key)
        if act and act["data"]["valuesSha256"] != rows_hash(text):
            found.append(f"control panel, event {act['version']}: the values of request {key[1]} are others")
            continue
        if act and not was_erased([text], key, erasures):
            found.append(f"writes/{key[0]}/{key[1]}: a row says that it was erased, and no event does")
        call = json.loads(text)
        # One of an earlier release has no date, and no event.
        if "date" not in call:
            continue
        if '\n{"hash":' not in text:
            oldest[key[0]] = min(time(call["date"]), oldest.get(key[0], datetime.max))
        # The export may begin after it, or end before its event came.
        if not act and times and times[0] <= time(call["date"]) < times[-1] - timedelta(minutes=20):
            found.append(f"writes/{key[0]}/{key[1]}: no event of this call, unless it failed before it wrote")
    for (site, request), act in wrote.items():
        if (site, request) not in kept and time(act["at"]) > oldest.get(site, datetime.max - timedelta(days=2)) + timedelta(days=2):
            found.append(f"control panel, event {act['version']}: the values of request {request} are gone, and older ones are not")
    return len(kept & {*wrote})

def main(export, folder=None, bucket=None):
    found, known, acts, named, ends = [], {}, [], [], []
    with open(export, encoding="utf-8") as lines:
        for item in map(json.loads, lines):
            if item["kind"] == "controlPanel":
                acts.append({key: value for key, value in item.items() if key != "kind"})
            else:
                if name_of(item) in known:
                    found.append(f"{name_of(item)}: it is in the export twice")
                known[name_of(item)] = history(item, found)
                named += [(name, name_of(item)) for name in names_in(item["events"])]
                ends += [e for e in item["events"] if e["type"] == "ended" and "valuesSha256" in e["data"]]
    # An export of some days has a part of this chain, and the whole chain of each run.
    acts.sort(key=lambda act: act["version"])
    chain(acts, "control panel", found, from_start=False)
    erasures = erasures_in(acts)
    found += [f"{name}: it has no history, but {by} names it" for name, by in named if name not in known]
    imports = values_of(ends, pathlib.Path(bucket), erasures, found) if bucket else 0
    calls = calls_of(acts, pathlib.Path(bucket), erasures, found) if bucket else 0
    if folder:
        seals(pathlib.Path(folder), known, found)
    counts = f"{len(known)} histories, {sum(map(len, known.values()))} events; {len(acts)} events of the control panel"
    counts += f"; values of {imports} imports and {calls} other calls" if bucket else ""
    print("\n".join(found) or f"Nothing was altered: {counts}.")
    return 1 if found else 0

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
