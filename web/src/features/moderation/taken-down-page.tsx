import './taken-down.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { listTakenDown, type TakenDown } from '@plinth/contract/moderation/appeals.ts'
import { dayOf } from '../../lib/format/ago.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { ratioOf } from '../../lib/media/wall.ts'
import { Button } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { Ledge } from '../../ui/wall/ledge.tsx'
import { AppealForm } from './appeal-form.tsx'
import { StrikeList } from './strike-list.tsx'
import { CounterNoticeForm } from './counter-notice-form.tsx'
import { takenDownTexts as texts } from './moderation-texts.ts'

const takenDownQuery = answerOf(listTakenDown)

/** The viewer's posts, works and boards that were taken down, with the reason and a way to appeal. */
export function TakenDownPage() {
  return (
    <div className="page max-w-200 pt-12 pb-20">
      <h1 className="display text-44 text-ink">{texts.title}</h1>
      <p className="mt-4 mb-10 text-18 text-ink-2">{texts.lead}</p>
      <QueryView
        query={useQuery(takenDownQuery)}
        skeleton={null}
        failed={texts.loadFailed}
        empty={<EmptyState title={texts.none} line={texts.noneLine} />}
      >
        {(items) => (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-14">
            {items.map((item) => (
              <Item key={`${item.kind} ${item.id}`} item={item} />
            ))}
          </ul>
        )}
      </QueryView>
      <StrikeList />
    </div>
  )
}

/** Where each kind is by itself. */
const PLACES = { post: '/post/$id', portfolio: '/portfolio/$id', board: '/boards/$id' } as const

function Item({ item }: { item: TakenDown }) {
  const { kind, id, title, picture, reason, notice, appeal } = item
  const [writing, setWriting] = useState<'never' | 'now' | 'before'>('never')
  const isLate = appeal === null && notice?.isOpen === false
  const to = PLACES[kind]
  return (
    <li className="taken-down">
      <TakenDownPicture picture={picture} />
      <div className="min-w-0">
        <p className="text-13 text-ink-3">{texts[kind]}</p>
        <h2 className={`${kind === 'board' ? 'display' : 'work-title'} text-20 text-ink`}>
          {title}
        </h2>
        <p className="mt-3 text-16 whitespace-pre-line text-ink-2">
          <span className="font-semibold text-ink">{texts.reason}: </span>
          {reason}
        </p>
        {notice === null ? null : (
          <p className="mt-3 text-16 break-words whitespace-pre-line text-ink-2">
            <span className="font-semibold text-ink">
              {texts.noticeSays(notice.number, notice.name)}:{' '}
            </span>
            {notice.work}
          </p>
        )}
        {isLate ? <p className="mt-3 text-16 text-ink-2">{texts.closed}</p> : null}
        {appeal === null ? null : (
          <AppealStatus item={item} appeal={appeal} isNew={writing !== 'never'} />
        )}
        {writing === 'now' && appeal === null ? (
          <Writing item={item} onDone={() => setWriting('before')} />
        ) : (
          <div className="mt-5 flex flex-wrap gap-3">
            {appeal === null && !isLate ? (
              <Button variant="primary" onClick={() => setWriting('now')}>
                {notice === null ? texts.appeal : texts.counter}
              </Button>
            ) : null}
            {appeal === null || notice !== null ? null : (
              <Button asChild>
                <Link to="/cases/$kind/$id" params={{ kind, id }}>
                  {appeal.state === 'open' ? texts.addProof : texts.openCase}
                </Link>
              </Button>
            )}
            <Button asChild>
              <Link to={to} params={{ id }}>
                {texts.see}
              </Link>
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

/** The work on its ledge, or the empty place of one. */
const TakenDownPicture = ({ picture }: Pick<TakenDown, 'picture'>) => (
  <div className="taken-down-standing">
    {picture === null ? null : (
      <Picture
        picture={pictureSources(picture)}
        alt=""
        sizes="200px"
        style={{ '--ar': ratioOf(picture) } as CSSProperties}
      />
    )}
    <Ledge glow={24} />
  </div>
)

const Writing = ({ item: { kind, id, notice }, onDone }: { item: TakenDown; onDone: () => void }) =>
  notice === null ? (
    <AppealForm kind={kind} id={id} onDone={onDone} />
  ) : (
    <CounterNoticeForm noticeId={notice.id} onDone={onDone} />
  )

/** The appeal and its outcome. Right after sending it takes the focus from the form. */
function AppealStatus({
  item: { restoreAt },
  appeal: { text, state, note },
  isNew,
}: {
  item: TakenDown
  appeal: NonNullable<TakenDown['appeal']>
  isNew: boolean
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) box.current?.focus()
  }, [isNew])
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="mt-4 border-l-2 border-line-strong pl-4 text-16 text-ink-2 outline-none"
    >
      <p className="break-words whitespace-pre-line">{text}</p>
      <p className="mt-3 font-semibold text-ink">
        {restoreAt === null ? texts.states[state] : texts.back(dayOf(restoreAt))}
      </p>
      {note === null ? null : <p className="mt-1 whitespace-pre-line">{note}</p>}
    </div>
  )
}
