"""A dvc.yaml that DVC refuses to what our error must say, and the files that these name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

REFUSED = {
    # Not YAML, or not as DVC wants it.
    "stages: [": "dvc.yaml",
    "- 1": "expected a mapping",
    "stages:": "stages: expected a mapping, found nothing",
    "stages: {a: {cmd: x}, a: {cmd: y}}": "duplicate key",
    "a: &x [*x]\nstages: {}": "a is no key",
    "stages: {a: {cmd: x, meta: &m {again: *m}}}": "alias",
    "stages: {1: {cmd: x}}": "the key 1",
    "stages: {a: }": "stage 'a': expected a mapping, found nothing",
    "stages: {a: {outs: [x]}}": "stage 'a': cmd is missing",
    "stages: {a: {cmd: x, out: [x]}}": "stage 'a': out is no key",
    "stages: {a: {cmd: 5}}": "stage 'a': cmd: expected a text or a list, found 5",
    "stages: {a: {cmd: x, outs: [{p: }]}}": r"stage 'a': outs\[0\].p: expected a mapping",
    "stages: {a: {cmd: x, outs: [{p: {cache: 'no'}}]}}": r"outs\[0\].p.cache: expected true or false",
    "stages: {a: {cmd: x, outs: [{p: {kept: true}}]}}": "p: kept is no key",
    "stages: {a: {cmd: x, outs: p}}": "outs: expected a list, found a text",
    "stages: {a: {cmd: x, plots: {p: {x: a}}}}": "plots: expected a list, found a mapping",
    "stages: {a: {cmd: x, plots: [p: [{x: a}]]}}": "plots",
    "stages: {a: {cmd: x, frozen: '${frozen}'}}": "frozen: expected true or false",
    "stages: {a: {cmd: x, deps: [1]}}": r"deps\[0\]",
    "stages: {a: {cmd: x, params: [1]}}": r"params\[0\]",
    "stages: {a: {cmd: x, params: [p.yaml: key]}}": "params: p.yaml: expected a list",
    "stages: {a: {cmd: x, matrix: {l: [1]}, foreach: [1]}}": "stage 'a'",
    "stages: {a: {foreach: [1], cmd: x}}": "do is missing",
    "stages: {a: {do: {cmd: x}}}": "foreach is missing",
    "metrics: [{p: {}}]": r"metrics\[0\]",
    "plots: {p: {}}": "plots: expected a list",
    "plots: [p: {colour: red}]": "colour is no key",
    "plots: [p: {y: {f: 1}}]": "p.y.f: expected a text or a list",
    "artifacts: {a: {type: model}}": "path is missing",
    "other: 1": "other is no key",
    # Templates.
    "stages: {a: {matrix: {l: '${nope}'}, cmd: x}}": r"stage 'a': matrix: \$\{nope\} names nothing",
    "stages: {a: {cmd: 'x ${nope}'}}": r"stage 'a': cmd: \$\{nope\} names nothing",
    "stages: {a: {cmd: 'x ${n.m}'}}": "names nothing",
    "stages: {a: {cmd: 'x ${list[9]}'}}": "names nothing",
    "stages: {a: {cmd: 'x ${list.x}'}}": "names nothing",
    "stages: {a: {cmd: 'x ${}'}}": "is no key",
    "stages: {a: {cmd: 'x ${n.}'}}": "is no key",
    "stages: {a: {cmd: 'x ${list[0}'}}": "is no key",
    "stages: {a: {cmd: 'x ${list[0]n}'}}": "is no key",
    "stages: {a: {cmd: 'x ${list}'}}": "cmd: .* is a list",
    "stages: {a: {cmd: 'x ${deep}'}}": "lists or mappings",
    "stages: {a: {cmd: x, deps: ['${list}']}}": "deps: .* is a list",
    "stages: {a: {cmd: x, deps: ['${n}']}}": "deps: 1 is no path",
    "stages: {a: {cmd: x, meta: '${map}'}}": "meta: .* is a dict",
    "stages: {a: {cmd: x, wdir: '${n}'}}": "wdir: 1 is no text",
    "stages: {a: {cmd: x, outs: [{'${n}': {}}]}}": "outs: 1 is no path",
    "stages: {a: {cmd: x, deps: ['']}}": "deps: '' is no path",
    "metrics: ['${nope}']": "metrics: .* names nothing",
    "plots: [{p: {x: '${nope}'}}]": "plots: .* names nothing",
    "artifacts: {a: {path: '${nope}'}}": "artifacts: .* names nothing",
    # vars.
    "vars: [{a: '${n}'}]": "vars: .*no .* is allowed here",
    "vars: [{n: 2}]": "vars: n is defined already",
    "vars: [{map: {k: 2}}]": "vars: k is defined already",
    "vars: [none.yaml]": "none.yaml: no such file",
    "vars: [folder]": "folder",
    "vars: ['params.yaml:n']": "is loaded already",
    "vars: ['more.yaml:a', 'more.yaml:a']": "is loaded already",
    "vars: ['more.yaml:a', more.yaml]": "is loaded already",
    "vars: ['more.yaml:z']": "more.yaml has no z",
    "vars: [listed.json]": "expected a mapping, found list",
    "vars: [broken.json]": "broken.json",
    "vars: [broken.toml]": "broken.toml",
    "vars: [broken.py]": "broken.py",
    "vars: [dated.yaml]": "DVC takes no date",
    "vars: [tuples.py]": "DVC takes no tuple",
    "vars: [latin.yaml]": "latin.yaml",
    "vars: [1]": r"vars\[0\]",
    "stages: {a: {cmd: x, vars: [{n: 2}]}}": "stage 'a': vars: n is defined already",
    "stages: {a: {cmd: x, vars: [{b: '${n}'}]}}": "stage 'a': vars: ",
    "stages: {a: {cmd: x, wdir: folder, vars: [more.yaml]}}": "stage 'a': .*folder/more.yaml: no such file",
    "stages: {a: {foreach: [1], do: {cmd: x, vars: [{item: 2}]}}}": "stage 'a@1': .*item cannot be defined",
    "stages: {a: {matrix: {l: [1]}, cmd: x, vars: [{key: 2}]}}": "key cannot be defined",
    # foreach and matrix.
    "stages: {a: {foreach: text, do: {cmd: x}}}": "expected a list or a mapping, found str",
    "stages: {a: {foreach: '${n}', do: {cmd: x}}}": "expected a list or a mapping, found int",
    "stages: {a: {foreach: [x@y], do: {cmd: x}}}": "'x@y'",
    "stages: {a: {foreach: [''], do: {cmd: x}}}": "empty",
    "stages: {a: {foreach: {'${word}': 1}, do: {cmd: x}}}": "alone as a key",
    "stages: {a: {foreach: [2020-01-01], do: {cmd: x}}}": "DVC takes no date",
    "stages: {a: {foreach: [1], do: {cmd: '${key}'}}}": "names nothing",
    "stages: {a: {foreach: [1], do: {cmd: '${item.x}'}}}": "stage 'a@1': cmd: .* names nothing",
    "stages: {a: {matrix: {l: '${n}'}, cmd: x}}": "is a int, expected a list",
    "stages: {a: {matrix: {l: 5}, cmd: x}}": "matrix.l: expected a text or a list",
    "stages: {a: {matrix: {'${word}': [1]}, cmd: x}}": "alone as a key",
    "stages: {a: {matrix: {}, cmd: x}}": "empty",
    "stages: {a@b: {cmd: x}}": "holds an @",
    # Paths and edges.
    "stages: {a: {cmd: x, outs: [x.dvc]}}": "outs: x.dvc: DVC's own files",
    "stages: {a: {cmd: x, deps: [sub/dvc.yaml]}}": "deps: sub/dvc.yaml: DVC's own files",
    "stages: {a: {cmd: x, outs: [p, ./p]}}": "p is an output of stage 'a', twice",
    "stages: {a: {cmd: x, outs: [p], metrics: [p]}}": "p is an output of stage 'a', twice",
    "stages: {a: {cmd: x, outs: [p]}, b: {cmd: x, outs: [q/../p]}}": "p is an output of stages 'a' and 'b'",
    "stages: {a: {cmd: x, outs: [p]}, b: {cmd: x, outs: [p/q]}}": "p/q lies within .*p: .*'a' and 'b'",
    "stages: {a: {cmd: x, outs: [p/q]}, b: {cmd: x, outs: [p]}}": "p/q lies within .*p: .*'b' and 'a'",
    "stages: {a: {cmd: x, outs: [.]}}": "dvc.yaml lies within an output of stage 'a'",
    "stages: {a: {cmd: x, deps: [p], outs: [p]}}": "stages need their own outputs: a -> a",
    "stages: {a: {cmd: x, deps: [q], outs: [p]}, b: {cmd: x, deps: [p/r], outs: [q]}}": "own outputs: ",
    "stages: {a: {cmd: x, params: [p.yaml: ], outs: [p.yaml]}}": "own outputs: a -> a",
}


def write_named_files(root: Path) -> None:
    """The params files, sound and not, that the documents name."""
    (root / "folder").mkdir()
    texts = {
        "params.yaml": "n: 1\nword: w\nlist: [1, 2]\nmap: {k: 1}\ndeep: {a: [[1]]}\nfrozen: true\n",
        "more.yaml": "a: 1\nb: 2\n",
        "listed.json": "[1]",
        "broken.json": "{",
        "broken.toml": "a = ",
        "broken.py": "a = (",
        "dated.yaml": "day: 2020-01-01\n",
        "tuples.py": "PAIR = (1, 2)\n",
    }
    for name, text in texts.items():
        (root / name).write_text(text)
    (root / "latin.yaml").write_bytes("a: é".encode("latin-1"))
