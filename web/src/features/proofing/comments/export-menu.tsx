import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import {
  canDrop,
  editRate,
  marksTableUrl,
  NO_DROP,
  versionMarksUrl,
} from '@plinth/contract/proofing/exports.ts'
import { frameTable } from '@plinth/contract/projects/frame-table.ts'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/overlay/menu.tsx'
import { texts } from './export-texts.ts'

const ReadDialog = lazy(async () => ({ default: (await import('./read-dialog.tsx')).ReadDialog }))

/** The comments as files for other programs, and those of a PDF. */
export function ExportMenu({
  roomId,
  version,
  canWrite,
}: {
  roomId: string
  version: ProofVersion
  canWrite: boolean
}) {
  const [isReading, setReading] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <IconButton name={texts.open}>
            <Download size={20} aria-hidden />
          </IconButton>
        }
      >
        <FileItem url={marksTableUrl(roomId)}>{texts.table}</FileItem>
        <FileItem url={versionMarksUrl(roomId, version.id, 'pdf')}>{texts.paper}</FileItem>
        <FilmItems roomId={roomId} version={version} />
        {version.kind === 'pdf' && canWrite ? (
          <>
            <MenuLine />
            <MenuItem onSelect={() => setReading(true)}>{texts.read}</MenuItem>
          </>
        ) : null}
      </Menu>
      <Suspense fallback={null}>
        {isReading ? (
          <ReadDialog roomId={roomId} version={version} onClose={() => setReading(false)} />
        ) : null}
      </Suspense>
    </>
  )
}

/** The answer is a file, so the page stays. */
const FileItem = ({ url, children }: { url: string; children: string }) => (
  <MenuItem onSelect={() => window.location.assign(url)}>{children}</MenuItem>
)

/** What editing programs read, of films that they count the frames of. It is asked only once the menu is open. */
function FilmItems({ roomId, version }: { roomId: string; version: ProofVersion }) {
  const rate = version.frames === null ? null : editRate(frameTable(version.frames))
  if (rate === null) return null
  const edl = versionMarksUrl(roomId, version.id, 'edl')
  return (
    <>
      {canDrop(rate) ? (
        <>
          <FileItem url={edl}>{texts.edlDrop}</FileItem>
          <FileItem url={`${edl}?${NO_DROP}`}>{texts.edlNoDrop}</FileItem>
        </>
      ) : (
        <FileItem url={edl}>{texts.edl}</FileItem>
      )}
      <FileItem url={versionMarksUrl(roomId, version.id, 'fcpxml')}>{texts.finalCut}</FileItem>
    </>
  )
}
