/** A pattern for paths as people write it: `**` any folders, `*` and `?` within a name. Everything else stands for itself. */
export function pathPattern(glob: string): RegExp {
  const parts = glob.split(/(\*\*\/?|\*|\?)/).map((part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return part === "?" ? "[^/]" : part.replaceAll(/[\\^$.|+()[\]{}]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
