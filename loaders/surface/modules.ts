// Turns the names of modules into the paths that they can mean, seen from the file that imports them. It reads no file.

/** Whether a path is the module `a.b.c`, `..b.c` relative to `from`, or a JavaScript specifier `./b/c`. */
export function moduleFits(path: string, module: string, from: string): boolean {
  const bare = path.replace(/\.(pyi?|[mc]?[jt]sx?)$/, "").replace(/\/(__init__|index)$/, "");
  if (module.startsWith("./") || module.startsWith("../")) {
    return bare === join(directory(from), module.replace(/\.[mc]?[jt]sx?$/, ""));
  }
  if (module.startsWith(".")) {
    const dots = /^\.+/.exec(module)?.[0].length ?? 0;
    let base = directory(from);
    for (let up = 1; up < dots; up++) base = directory(base);
    const rest = module.slice(dots).replaceAll(".", "/");
    return bare === [base, rest].filter((part) => part !== "").join("/");
  }
  const wanted = module.replaceAll(".", "/");
  return bare === wanted || bare.endsWith(`/${wanted}`);
}

/** Whether a path lies inside the package `module`, which may re-export it. */
export function packageFits(path: string, module: string, from: string): boolean {
  const parts = path.split("/");
  for (let length = parts.length - 1; length > 0; length--) {
    if (moduleFits(parts.slice(0, length).join("/"), module, from)) return true;
  }
  return false;
}

function directory(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function join(base: string, relative: string): string {
  const parts = base === "" ? [] : base.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/").replace(/\/index$/, "");
}
