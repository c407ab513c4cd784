import './tray.css'
import { ChevronDown, ChevronUp, Pause, Play, X } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { usePhone } from '../../../lib/browser/use-media-query.ts'
import { isPaused, isPending } from '../../../lib/uploads/files.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import type { Viewer } from '../../session/session-api.ts'
import type { Tray as Queue } from './tray-queue.ts'
import { spokenStep, type TrayView } from './tray-rules.ts'
import { TrayRow } from './tray-row.tsx'
import { foldTray, useTrayDoor } from './tray-state.ts'
import { trayTexts as texts } from './tray-texts.ts'
import { useTray } from './use-tray.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/overlay/dialog.tsx')).ConfirmDialog,
}))
const PhoneTray = lazy(async () => ({ default: (await import('./phone-tray.tsx')).PhoneTray }))
const NameDialog = lazy(async () => ({ default: (await import('./name-edit.tsx')).NameDialog }))

const shareOf = ({ summary: { loaded, size } }: TrayView) => (size === 0 ? 1 : loaded / size)

function titleOf({
  summary: { all, ready, pending, paused },
  isElsewhere,
  hold,
}: TrayView): string {
  if (isElsewhere) return texts.elsewhere
  if (hold !== null || (pending === 0 && paused > 0)) return texts.paused(ready, all)
  if (pending > 0) return texts.uploading(ready, all)
  return ready === 0 ? texts.nothing : texts.ready(ready)
}

function lineOf({ summary: { pending, isOffline, ready }, isElsewhere, seconds, hold }: TrayView) {
  if (isElsewhere) return texts.elsewhereLine
  if (hold !== null) return ''
  if (isOffline) return texts.offline
  if (pending > 0) return seconds === null ? texts.measuring : texts.left(seconds)
  return ready > 0 ? texts.keepReady : ''
}

/** What is spoken: each step once, and when it waits or is done. */
function spokenOf(view: TrayView): string {
  const { summary, hold } = view
  if (hold !== null) return hold
  if (summary.isOffline) return texts.offline
  if (summary.pending === 0) return titleOf(view)
  return texts.spoken(spokenStep(summary), summary.ready, summary.all)
}

/** Uploads that go on while somebody goes through Plinth: at the lower right, on phones a bar that opens a sheet. */
export function Tray({ viewer }: { viewer: Viewer }) {
  const { tray, view, save } = useTray(viewer)
  const { isFolded } = useTrayDoor()
  const [isOpen, setOpen] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [named, setNamed] = useState<string | null>(null)
  const isPhone = usePhone()
  if (view.files.length === 0 && !view.isElsewhere) return null
  const { pending, ready } = view.summary
  const close = () => {
    if (pending > 0 || ready > 0 || view.isElsewhere) setAsked(true)
    else tray.close()
  }
  const body = <Body view={view} tray={tray} onName={setNamed} onSave={() => void save()} />
  const namedFile = view.files.find(({ key }) => key === named)
  return (
    <>
      <p role="status" className="sr-only">
        {spokenOf(view)}
      </p>
      {isPhone ? (
        <Suspense fallback={null}>
          <PhoneTray
            open={isOpen}
            onOpenChange={setOpen}
            words={<Words view={view} />}
            buttons={<HeadButtons view={view} tray={tray} />}
            bar={<Bar view={view} />}
          >
            {body}
            <Button variant="quiet-danger" onClick={close}>
              {texts.leave}
            </Button>
          </PhoneTray>
        </Suspense>
      ) : (
        <section aria-label={texts.name} className="tray" data-folded={isFolded || undefined}>
          <div className="tray-head">
            <Words view={view} />
            <HeadButtons view={view} tray={tray} onClose={close}>
              <IconButton
                name={isFolded ? texts.unfold : texts.fold}
                aria-expanded={!isFolded}
                onClick={() => foldTray(!isFolded)}
              >
                {isFolded ? (
                  <ChevronUp size={20} aria-hidden />
                ) : (
                  <ChevronDown size={20} aria-hidden />
                )}
              </IconButton>
            </HeadButtons>
          </div>
          <Bar view={view} />
          {isFolded ? null : body}
        </section>
      )}
      <OnceOpened open={isAsked}>
        <ConfirmDialog
          open={isAsked}
          onOpenChange={setAsked}
          title={pending > 0 ? texts.leaveTitle(pending) : texts.unsavedTitle(ready)}
          description={texts.leaveText}
          keep={pending > 0 ? texts.stay : texts.keepThem}
          confirm={texts.leave}
          onConfirm={() => {
            setAsked(false)
            setOpen(false)
            tray.close()
          }}
        />
      </OnceOpened>
      <OnceOpened open={namedFile !== undefined}>
        {namedFile === undefined ? null : (
          <NameDialog
            file={namedFile}
            viewer={viewer}
            onNamed={(fields) => tray.describe(namedFile.key, fields)}
            onClose={() => setNamed(null)}
          />
        )}
      </OnceOpened>
    </>
  )
}

const Words = ({ view }: { view: TrayView }) => (
  <span className="min-w-0 flex-1 text-left">
    <span className="tnum block truncate text-14 font-semibold text-ink">{titleOf(view)}</span>
    <span className="tnum block tray-line truncate text-13 text-ink-3">{lineOf(view)}</span>
  </span>
)

const Bar = ({ view }: { view: TrayView }) => (
  <div
    role="progressbar"
    aria-label={texts.progress}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.floor(shareOf(view) * 100)}
    className="tray-progress"
  >
    <div style={{ width: `${shareOf(view) * 100}%` }} />
  </div>
)

interface HeadButtonsProps {
  view: TrayView
  tray: Queue
  /** Without it the tray is closed elsewhere. */
  onClose?: () => void
  children?: ReactNode
}

function HeadButtons({ view, tray, onClose, children }: HeadButtonsProps) {
  const keysOf = (fits: (file: TrayView['files'][number]) => boolean) =>
    view.files.filter(fits).map(({ key }) => key)
  const { pending, paused } = view.summary
  return (
    <span className="flex flex-none">
      {view.isElsewhere || pending + paused === 0 ? null : pending > 0 ? (
        <IconButton name={texts.pauseAll} onClick={() => tray.pause(keysOf(isPending))}>
          <Pause size={20} aria-hidden />
        </IconButton>
      ) : (
        <IconButton name={texts.goOnAll} onClick={() => tray.goOn(keysOf(isPaused))}>
          <Play size={20} aria-hidden />
        </IconButton>
      )}
      {children}
      {view.isElsewhere || onClose === undefined ? null : (
        <IconButton name={texts.close} onClick={onClose}>
          <X size={20} aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

interface BodyProps {
  view: TrayView
  tray: Queue
  onName: (key: string) => void
  onSave: () => void
}

/** The files and what can be done with all of them. */
const Body = ({ view, tray, onName, onSave }: BodyProps) => {
  const { saving, summary, hold } = view
  return (
    <>
      {hold === null ? null : (
        <div className="tray-hold">
          <ErrorText text={hold} />
          <Button onClick={tray.goOnHeld}>{texts.goOnHeld}</Button>
        </div>
      )}
      {view.isElsewhere ? null : (
        <>
          <ul className="tray-files" aria-label={texts.name}>
            {view.files.map((file) => (
              <TrayRow key={file.key} file={file} tray={tray} onName={onName} />
            ))}
          </ul>
          <div className="tray-foot">
            <p className="min-w-0 flex-1 text-13 text-ink-3">
              {summary.pending > 0 ? texts.keep : ''}
            </p>
            <Button
              variant="primary"
              disabled={summary.ready === 0 && saving === null}
              busy={saving !== null && texts.saving(saving.done, saving.all)}
              onClick={onSave}
            >
              {texts.save}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
