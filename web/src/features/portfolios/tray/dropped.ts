/** Files that systems put beside others, which nobody means to upload. */
const JUNK = /^(\..*|thumbs\.db|desktop\.ini)$/i

const isJunk = (name: string): boolean => JUNK.test(name)

/** All files of these entries, folder by folder in the order of their names. What cannot be read is left out. */
export async function filesOf(entries: readonly (FileSystemEntry | File)[]): Promise<File[]> {
  const files: File[] = []
  for (const entry of entries) {
    if (isJunk(entry.name)) continue
    if (entry instanceof File) files.push(entry)
    else if (entry.isDirectory) files.push(...(await filesOf(await childrenOf(entry))))
    else files.push(...(await fileOf(entry)))
  }
  return files
}

const fileOf = (entry: FileSystemEntry): Promise<File[]> =>
  new Promise((resolve) => {
    ;(entry as FileSystemFileEntry).file(
      (file) => resolve([file]),
      () => resolve([]),
    )
  })

/** A reader gives some at a time, and none at the end. */
async function childrenOf(entry: FileSystemEntry): Promise<FileSystemEntry[]> {
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]))
    })
    if (some.length === 0) break
    all.push(...some)
  }
  return all.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
}
