import type { UploadFile } from '../../../../../lib/uploads/files.ts'
import { isUnderway, percentOf } from '../../../../../lib/uploads/upload-state.ts'
import { announcementOf, sendingLine } from '../../../../../lib/uploads/upload-texts.ts'
import { Progress } from '../../../../../ui/feedback/progress.tsx'
import { fileTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'

/** The files that are on their way to a block, or to one place of it. */
export function UploadingFiles({ blockId, slot }: { blockId: string; slot?: string }) {
  const { uploads } = useOpenStudio()
  const files = uploads
    .pendingIn(blockId)
    .filter(({ key }) => slot === undefined || uploads.slotOf(key) === slot)
  if (files.length === 0) return null
  return (
    <ul className="editor-uploads">
      {files.map((file) => (
        <UploadingFile key={file.key} file={file} />
      ))}
    </ul>
  )
}

function UploadingFile({ file }: { file: UploadFile }) {
  const { uploads } = useOpenStudio()
  const { name, upload, preview, key } = file
  const isBroken = upload.phase === 'broken'
  const isRefused = upload.phase === 'refused'
  return (
    <li className="editor-upload">
      {preview === null || file.isVideo ? null : (
        <img src={preview} alt="" className="editor-upload-face" />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 text-ink">{name}</p>
        {isBroken || isRefused ? (
          <p role="alert" className="text-13 text-danger">
            {upload.sentence}
          </p>
        ) : upload.phase === 'sending' && isUnderway(upload) ? (
          <Progress value={percentOf(upload.loaded, upload.file.size) / 100} label={name} />
        ) : (
          <p className="text-13 text-ink-3">{sendingLine(upload)}</p>
        )}
        <span role="status" className="sr-only">
          {announcementOf(name, upload)}
        </span>
      </div>
      {isBroken ? (
        <button
          type="button"
          className="text-link hit text-13"
          aria-label={`${texts.retry}: ${name}`}
          onClick={() => uploads.goOn(key)}
        >
          {texts.retry}
        </button>
      ) : null}
      <button
        type="button"
        className="text-link hit text-13"
        aria-label={texts.cancelFile(name)}
        onClick={() => uploads.remove(file)}
      >
        {texts.cancel}
      </button>
    </li>
  )
}
