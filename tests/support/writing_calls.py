"""Finds the modules of a package that write, make or remove files, from their source."""

import ast
import re
from functools import cache

CHANGING = {
    "os.open", "os.link", "os.symlink", "os.replace", "os.rename", "os.unlink", "os.remove",
    "os.mkdir", "os.makedirs", "os.rmdir", "shutil.rmtree", "shutil.copy", "shutil.move",
    "shutil.copyfile", "shutil.copytree", "io.open", "np.save", "np.savez", "np.savetxt",
    "np.savez_compressed", "np.memmap", "pickle.dump", "json.dump",
}  # fmt: skip
METHODS = {
    "write_text", "write_bytes", "touch", "mkdir", "rename", "unlink", "rmdir", "symlink_to",
    "hardlink_to", "savefig", "tofile", "to_parquet", "to_pickle", "to_feather", "to_excel",
    "write_csv", "write_parquet", "sink_csv", "sink_parquet", "write_table", "extractall",
}  # fmt: skip


@cache
def calls(package):
    """Calls in every module of a package that has one of the words above."""
    words = {name.rpartition(".")[2] for name in CHANGING | METHODS} | {"open", "write_whole"}
    likely = re.compile("|".join(rf"\b{word}\(" for word in sorted(words)))
    texts = {
        str(path.relative_to(package)): path.read_text("utf-8") for path in package.rglob("*.py")
    }
    return {
        name: [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        for name, text in texts.items()
        if likely.search(text)
    }


def changes(nodes):
    """Calls that write, make or remove a file, by name."""
    for node in nodes:
        name = ast.unparse(node.func)
        if name in CHANGING or name.rpartition(".")[2] in METHODS:
            if name == "np.savez" and ast.unparse(node.args[0]) == "packed":
                continue  # writes to memory
            yield name
        elif name == "open" or name.endswith(".open"):
            modes = [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "mode")]
            first = node.args[0].value if name != "open" and node.args and isinstance(
                node.args[0], ast.Constant) else ""  # fmt: skip
            said = "".join(ast.unparse(mode) for mode in modes) + str(first)
            if set("wax+") & set(said) or (modes and not isinstance(modes[0], ast.Constant)):
                yield name


def changed_by(package):
    """The modules that change the file system, each with these calls."""
    found = {name: set(changes(nodes)) for name, nodes in calls(package).items()}
    return {name: made for name, made in found.items() if made}


def named_in(package):
    """The modules that call the writer, each with its file argument."""
    found = {}
    for name, nodes in calls(package).items():
        for node in nodes:
            if ast.unparse(node.func) == "write_whole":
                found.setdefault(name, set()).add(ast.unparse(node.args[0]))
    return found
