import '../comments/comments.css'
import './room.css'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom, ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { isUnauthorized } from '../../../lib/api/api.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import { newIdempotencyKey } from '../../../lib/forms/idempotency.ts'
import type { ProofSearch } from '../../../lib/routing/proof-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { showError, toast } from '../../../ui/feedback/toast.ts'
import { Ledge } from '../../../ui/wall/ledge.tsx'
import { CommentField } from '../comments/comment-field.tsx'
import { CommentRail } from '../comments/comment-rail.tsx'
import type { CommentActs } from '../comments/comment.tsx'
import { useCommentDraft } from '../comments/use-comment-draft.ts'
import { useOutbox } from '../comments/use-outbox.ts'
import { MarkLayer } from '../marks/mark-layer.tsx'
import { isOpen } from '../marks/mark-rules.ts'
import { ToolBar } from '../marks/tool-bar.tsx'
import { useMarkChange } from '../proof-api.ts'
import { momentWords, playedWords } from '../playing/moment-texts.ts'
import { texts } from '../proof-texts.ts'
import { Stage } from '../stage/stage-of.tsx'
import { FileStrip, type FileStripProps } from './file-strip.tsx'
import { RoomBar } from './room-bar.tsx'
import { useRoomKeys } from './use-room-keys.ts'
import { useNews, useRoomView } from './use-room-view.ts'

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))
const ExportMenu = lazy(async () => ({
  default: (await import('../comments/export-menu.tsx')).ExportMenu,
}))
const LikenessLine = lazy(async () => ({
  default: (await import('./likeness-line.tsx')).LikenessLine,
}))
const BindDialog = lazy(async () => ({ default: (await import('./bind-dialog.tsx')).BindDialog }))

export interface ProofRoomProps {
  room: ProofRoom
  /** All marks of the room. */
  marks: readonly ProofMark[]
  /** Whose drafts and unsent comments these are. */
  viewerId: string
  thing: ProofThing
  version: ProofVersion
  onSearch: (search: ProofSearch) => void
  /** Reads the room again: a link no longer works. */
  onFailed: () => void
  back: ReactNode
  /** Behind the versions: comparing them. */
  compare?: ReactNode
  share?: ReactNode
  /** More items of the room's menu. */
  menu?: ReactNode
  /** Guests take no comments with them. */
  isGuest?: boolean
  /** Under the comments: approving, or asking for a change. */
  decision?: ReactNode
  /** The files in one row, with more than they show by themselves. */
  strip?: ((files: FileStripProps) => ReactNode) | undefined
}

/** A room in which deliveries are looked at together. Of one version: another begins with its own draft and selection. */
export function ProofRoomPage(props: ProofRoomProps) {
  const { room, marks: allMarks, viewerId, thing, version, onSearch, onFailed } = props
  const view = useRoomView(thing, version, allMarks)
  const draft = useCommentDraft(version.id, viewerId)
  const outbox = useOutbox(room.id, viewerId)
  const change = useMarkChange(room.id)
  const news = useNews(allMarks, texts.comments.came)
  const field = useRef<{ focus: () => void }>(null)
  const [dialog, setDialog] = useState<'keys' | 'bind' | null>(null)
  const canWrite = room.rights.includes('comment')
  const canArrange = room.rights.includes('arrange')
  /** Whether it looks like a newer version of something. */
  const isProposed =
    canArrange && room.likenesses.some((one) => one.versionId === version.id && one.isProposed)
  const [decided, setDecided] = useState('')
  const { moment, tool, marks } = view
  const newest = thing.versions[0]
  const { preview, proof } = version
  const isDrawable = preview !== null || proof?.picture != null || proof?.pages != null
  const canPress = isDrawable && version.kind !== 'audio'

  const write = (text: string, target: { markId: string } | null) => {
    const { page, from, to } = moment
    const shape = draft.drawn ?? { shape: 'whole' as const, points: [] }
    outbox.add({
      id: newIdempotencyKey(),
      text,
      writtenAt: new Date().toISOString(),
      target: target ?? {
        versionId: version.id,
        place: { ...shape, page, from, to },
      },
      refusal: '',
    })
  }
  const send = () => {
    const text = draft.text.trim()
    if (text === '') return
    write(text, null)
    draft.drop()
    // The span was this comment's.
    if (moment.to !== null) view.setMoment({ ...moment, to: null })
    view.setShown('open')
  }
  const changed = async (wanted: Parameters<typeof change.mutateAsync>[0]): Promise<boolean> => {
    try {
      await change.mutateAsync(wanted)
      return true
    } catch (error) {
      if (!isUnauthorized(error)) showError(refusedOr(error, texts.comments.failed))
      return false
    }
  }
  const remove = async ({ id, text, versionId, place }: ProofMark) => {
    if (!(await changed({ kind: 'delete', markId: id }))) return
    toast({
      title: texts.comments.removed,
      action: {
        label: 'Undo',
        onClick: () =>
          outbox.add({
            id: newIdempotencyKey(),
            text,
            writtenAt: new Date().toISOString(),
            target: { versionId, place },
            refusal: '',
          }),
      },
    })
  }
  const acts: CommentActs = {
    onSelect: view.select,
    onState: (mark, state) => void changed({ kind: 'state', markId: mark.id, state }),
    onReply: (mark, text) => write(text, { markId: mark.id }),
    onChange: (mark, text) => changed({ kind: 'text', markId: mark.id, text }),
    onRemove: (mark) => void remove(mark),
    onRemoveReply: (mark, reply) =>
      void changed({ kind: 'deleteReply', markId: mark.id, replyId: reply.id }),
  }

  const showThing = (next: ProofThing | undefined) => {
    if (next !== undefined) onSearch({ file: next.id })
  }
  /** Goes on with the same file, which may be a version of another thing now. */
  const stay = () => onSearch({ file: version.id })
  const at = room.things.findIndex(({ id }) => id === thing.id)
  useRoomKeys({
    m: () => field.current?.focus(),
    n: () => view.step(1),
    p: () => view.step(-1),
    h: () => view.setHidden(!view.isHidden),
    d: () => {
      if (canWrite && canPress) view.setTool(tool === 'line' ? null : 'line')
    },
    '[': () => showThing(room.things[at - 1]),
    ']': () => showThing(room.things[at + 1]),
  })

  const layer = (
    <MarkLayer
      marks={view.seen}
      selectedId={view.selectedId}
      onSelect={view.selectById}
      tool={canWrite && !moment.isMoving ? tool : null}
      draft={draft.drawn}
      onDraw={(drawn) => {
        draft.setDrawn(drawn)
        field.current?.focus()
      }}
    />
  )
  const files = {
    things: room.things,
    thingId: thing.id,
    counts: openCounts(room, allMarks),
    onThing: showThing,
  }
  return (
    <div className="proof-room">
      <RoomBar
        room={room}
        thing={thing}
        version={version}
        back={props.back}
        compare={props.compare}
        facts={playedWords(version)}
        share={props.share}
        menu={props.menu}
        onVersion={({ number }) => onSearch({ file: thing.id, version: number })}
        onKeys={() => setDialog('keys')}
        onBind={canArrange ? () => setDialog('bind') : null}
      />
      <main
        id="main"
        tabIndex={-1}
        className="proof-stage"
        aria-label={texts.room.stage(version.fileName, version.number)}
      >
        <Stage
          key={version.id}
          version={version}
          marks={view.isHidden ? [] : view.own}
          selectedId={view.selectedId}
          onSelect={view.selectById}
          layer={layer}
          tools={
            canPress ? (
              <ToolBar
                tool={tool}
                onTool={view.setTool}
                isHidden={view.isHidden}
                onHidden={view.setHidden}
                canDraw={canWrite}
              />
            ) : null
          }
          moment={moment}
          onMoment={view.setMoment}
          goTo={view.goTo}
          canComment={canWrite}
          onComment={() => field.current?.focus()}
          onFailed={onFailed}
        />
        <Ledge glow={40} className="proof-ledge" />
        {props.strip === undefined ? <FileStrip {...files} /> : props.strip(files)}
      </main>
      <aside className="proof-rail" aria-label={texts.comments.heading}>
        {newest === undefined || newest.id === version.id ? null : (
          <p className="proof-newer">
            {texts.room.newVersion(newest.number)}
            <Button size={44} onClick={() => onSearch({ file: thing.id, version: newest.number })}>
              {texts.room.showIt}
            </Button>
          </p>
        )}
        {isProposed ? (
          <Suspense fallback={<div className="proof-newer proof-likeness-space" />}>
            <LikenessLine
              room={room}
              version={version}
              onDecided={(done) => {
                setDecided(done)
                stay()
              }}
            />
          </Suspense>
        ) : null}
        <CommentRail
          room={room}
          viewerId={viewerId}
          marks={marks}
          versionId={version.id}
          shown={view.shown}
          onShown={view.setShown}
          selectedId={view.selectedId}
          acts={acts}
          outbox={outbox}
          timeOf={(mark) => {
            const about = thing.versions.find(({ id }) => id === mark.versionId)
            return about === undefined ? null : momentWords(about, mark.place)
          }}
          canPress={canPress}
          extra={
            props.isGuest === true ? null : (
              <span className="proof-export">
                <Suspense fallback={null}>
                  <ExportMenu roomId={room.id} version={version} canWrite={canWrite} />
                </Suspense>
              </span>
            )
          }
        />
        {canWrite ? (
          <CommentField
            ref={field}
            version={version}
            moment={moment}
            draft={draft}
            lead={momentWords(version, moment) ?? undefined}
            onSend={send}
          />
        ) : (
          <p className="proof-none">
            {room.role === null ? texts.comments.watching : texts.comments.closed}
          </p>
        )}
        {props.decision}
      </aside>
      <p role="status" className="sr-only">
        {news}
      </p>
      <p role="status" className="sr-only">
        {decided}
      </p>
      <Suspense fallback={null}>
        {dialog === 'keys' ? (
          <KeysDialog version={version} onClose={() => setDialog(null)} />
        ) : null}
        {dialog === 'bind' ? (
          <BindDialog
            room={room}
            thing={thing}
            version={version}
            onClose={() => setDialog(null)}
            onBound={stay}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

/** How many comments are open on the newest version of each thing. */
function openCounts({ things }: ProofRoom, marks: readonly ProofMark[]): Map<string, number> {
  const newest = new Map(things.map(({ id, versions }) => [versions[0]?.id, id]))
  const counts = new Map<string, number>()
  for (const mark of marks) {
    const thingId = newest.get(mark.versionId)
    if (thingId !== undefined && isOpen(mark)) counts.set(thingId, (counts.get(thingId) ?? 0) + 1)
  }
  return counts
}
