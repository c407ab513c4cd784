import { Download, FileText } from 'lucide-react'
import type { Document } from '@plinth/contract/media/media.ts'
import { bytes, counted } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { texts } from '../portfolio-texts.ts'

/** What is fetched and opened elsewhere: nothing of it is shown here but its first page. */
export function WorkFile({
  document: { url, fileName, bytes: size, pages },
}: {
  document: Document
}) {
  const isPdf = pages !== null
  const facts = [...(isPdf ? [counted(pages, 'page')] : []), bytes(size)].join(', ')
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      <FileText size={20} className="text-ink-3" aria-hidden />
      <p className="min-w-0 flex-1 basis-40 text-14 text-ink-3">
        <span className="block truncate font-semibold text-ink">{fileName}</span>
        <span className="tnum">{facts}</span>
      </p>
      <Button asChild className="bg-surface-3 hover:bg-line">
        <a href={url} download={fileName}>
          <Download size={18} aria-hidden />
          {texts.work.download(isPdf)}
        </a>
      </Button>
    </div>
  )
}
