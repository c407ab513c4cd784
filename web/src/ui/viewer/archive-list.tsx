import './archive.css'
import { Folder } from 'lucide-react'
import { bytes } from '../../lib/format/format.ts'
import { archiveTexts as texts } from './viewer-texts.ts'

interface ArchiveListProps {
  title: string
  archive: {
    /** Paths, those of one folder in a row. */
    entries: readonly { name: string; bytes: number }[]
    all: number
    bytes: number | null
  }
}

/** What is in an archive: a table of its folders and files. Nothing of it can be opened. */
export function ArchiveList({ title, archive: { entries, all, bytes: size } }: ArchiveListProps) {
  return (
    <div className="archive">
      <p className="text-14 text-ink-2">
        {texts.summary(all, size === null ? null : bytes(size))}
        {entries.length < all ? ` ${texts.first(entries.length)}` : ''}
      </p>
      <div
        role="group"
        aria-label={texts.list(title)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys
        tabIndex={0}
        className="archive-files"
      >
        <table className="tnum">
          <thead>
            <tr>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.size}</th>
            </tr>
          </thead>
          {foldersOf(entries).map(({ folder, files }) => (
            <tbody key={folder}>
              {folder === '' ? null : (
                <tr>
                  <th scope="rowgroup" colSpan={2}>
                    <Folder size={16} aria-hidden />
                    {folder}
                  </th>
                </tr>
              )}
              {files.map(({ name, bytes: fileSize }, at) => (
                // Two files of an archive may have one name.
                // oxlint-disable-next-line react/no-array-index-key -- the list never changes
                <tr key={at} data-inside={folder === '' ? undefined : ''}>
                  <td>{name}</td>
                  <td>{bytes(fileSize)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

interface Listed {
  folder: string
  files: { name: string; bytes: number }[]
}

function foldersOf(entries: ArchiveListProps['archive']['entries']): Listed[] {
  const folders: Listed[] = []
  for (const { name, bytes: size } of entries) {
    const at = name.lastIndexOf('/')
    const folder = name.slice(0, Math.max(0, at))
    if (folders.at(-1)?.folder !== folder) folders.push({ folder, files: [] })
    folders.at(-1)?.files.push({ name: name.slice(at + 1), bytes: size })
  }
  return folders
}
