import { ChevronLeft, ChevronRight, Download, Maximize2, ArrowRight } from 'lucide-react'
import { lazy, Suspense, useState, type CSSProperties } from 'react'
import type { Media, Receipt, FileFacts } from '@plinth/contract/media/media.ts'
import { blurred } from '../../lib/media/blurred.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { ratioOf } from '../../lib/media/wall.ts'
import { Button } from '../../ui/actions/button.tsx'
import { IconButton } from '../../ui/actions/icon-button.tsx'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { ReceiptAltField } from './receipt-alt-field.tsx'
import { ReceiptTable } from './receipt-table.tsx'
import { texts, linesOf, sizeOf, staysOf, takenOutOf } from './receipt-texts.ts'

const PictureViewer = lazy(async () => ({
  default: (await import('../../ui/viewer/picture-viewer.tsx')).PictureViewer,
}))

/** The work or post that a file belongs to, as far as it is known. */
export interface ReceiptContext {
  title: string
  maker: { name: string; src: string | null; creator: boolean }
  /** Ids of its files, in order. */
  files: readonly string[]
}

interface ReceiptViewProps {
  receipt: Receipt
  of: ReceiptContext | undefined
  onStep: (id: string) => void
  onSaved: (media: Media) => void
  onClose: () => void
}

/** The file on its ledge on the left, its receipt on the right. */
export function ReceiptView({ receipt, of, onStep, onSaved, onClose }: ReceiptViewProps) {
  const { media } = receipt
  const [isViewing, setViewing] = useState(false)
  const canView = media.state === 'ready' && (media.kind === 'image' || media.kind === 'pdf')
  const title = of?.title ?? media.fileName
  return (
    <div className="receipt">
      <div className="receipt-left relative flex flex-col min-h-0 overflow-hidden bg-wall-deep">
        <div className="spot" aria-hidden />
        <StagedFile media={media} />
        <Ledge glow={40} />
        <div className="receipt-caption">
          <p className="work-title text-20 text-ink">{title}</p>
          <ReceiptAltField media={media} onSaved={onSaved} />
          <Files files={of?.files ?? []} at={media.id} onStep={onStep} />
        </div>
      </div>
      <div className="receipt-right">
        <div className="receipt-body">
          <h2 className="display pr-12 text-32 text-ink">{texts.title}</h2>
          <ReceiptPaper receipt={receipt} />
          <ReceiptTable receipt={receipt} />
        </div>
        <div className="receipt-actions">
          {canView ? (
            <Button className="mr-auto" onClick={() => setViewing(true)}>
              <Maximize2 size={16} aria-hidden />
              {texts.lookClosely}
            </Button>
          ) : null}
          <Button variant="quiet" asChild>
            <a href={receipt.downloadUrl} download={media.fileName}>
              <Download size={16} aria-hidden />
              {texts.download}
            </a>
          </Button>
          <Button variant="primary" onClick={onClose}>
            {texts.done}
          </Button>
        </div>
      </div>
      {isViewing ? (
        <Suspense fallback={null}>
          <PictureViewer
            title={title}
            maker={of?.maker}
            picture={media.picture}
            onClose={() => setViewing(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function StagedFile({ media: { picture, state, kind } }: { media: Media }) {
  // Anything but a picture shows nothing until its poster is made.
  const isVisible =
    state === 'ready' || picture.renditions.length > 0 || (kind === 'image' && state !== 'failed')
  return (
    <div className="receipt-stage">
      <div
        className="receipt-picture"
        style={
          {
            '--ar': ratioOf(picture),
            '--natural': `${picture.width}px`,
          } as CSSProperties
        }
      >
        {isVisible ? (
          <Picture
            picture={pictureSources(picture)}
            sizes="(max-width: 860px) 100vw, 400px"
            style={blurred(picture)}
          />
        ) : (
          <div className="aspect-[var(--ar)] border border-dashed border-line-strong border-b-0" />
        )}
      </div>
    </div>
  )
}

function Files({
  files,
  at,
  onStep,
}: {
  files: readonly string[]
  at: string
  onStep: (id: string) => void
}) {
  const index = files.indexOf(at)
  if (files.length < 2 || index === -1) return null
  const step = (name: string, to: string | undefined, icon: typeof ChevronLeft) => {
    const Icon = icon
    return (
      // Stays focusable at both ends, so that focus is not lost.
      <IconButton
        name={name}
        aria-disabled={to === undefined || undefined}
        className="aria-disabled:[&>svg]:opacity-40"
        onClick={() => {
          if (to !== undefined) onStep(to)
        }}
      >
        <Icon size={20} aria-hidden />
      </IconButton>
    )
  }
  return (
    <div className="flex items-center gap-1 -ml-3">
      {step(texts.files.previous, files[index - 1], ChevronLeft)}
      <p role="status" className="tnum text-14 text-ink-2">
        {texts.files.position(index + 1, files.length)}
      </p>
      {step(texts.files.next, files[index + 1], ChevronRight)}
    </div>
  )
}

/** The received and the stored file side by side. */
function ReceiptPaper({ receipt }: { receipt: Receipt }) {
  const { media, received, kept } = receipt
  const { list, rest } = takenOutOf(receipt)
  const stays = staysOf(receipt)
  return (
    <section className="mt-5 py-5 px-6.5 rounded-badge bg-paper text-paper-ink">
      <div className="receipt-sides">
        <Side head={texts.in} name={media.fileName} facts={received} />
        <ArrowRight size={20} className="receipt-arrow" aria-hidden />
        <Side head={texts.kept} name={texts.same[media.kind]} facts={kept} />
      </div>
      <p className="receipt-taken">
        {list === null ? null : (
          <>
            <strong>{texts.takenOut}</strong> {list}{' '}
          </>
        )}
        {stays === null ? null : (
          <>
            <strong>{texts.stays}</strong> {stays}{' '}
          </>
        )}
        {rest}
      </p>
    </section>
  )
}

const Side = ({ head, name, facts }: { head: string; name: string; facts: FileFacts }) => (
  <div className="min-w-0">
    <h3 className="receipt-head">{head}</h3>
    <p className="display text-18 leading-6">{name}</p>
    {linesOf(facts).map((line) => (
      <p key={line}>{line}</p>
    ))}
    <p className="tnum font-semibold">{sizeOf(facts)}</p>
  </div>
)
