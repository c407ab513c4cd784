import { Link } from '@tanstack/react-router'
import type { AdminReportDetail } from '@plinth/contract/moderation/moderation.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { QueuePerson, QueueWork } from './queue-details.tsx'
import { reportTexts as texts } from './queue-texts.ts'
import { originLine, reportTitle } from './queue-rules.ts'

/** The reported thing with its text at the time. Of a conversation it shows only the reported message. */
export function ReportedItem({ report }: { report: AdminReportDetail }) {
  const { kind, picture, author, snapshot } = report
  const isWork = kind === 'post' || kind === 'portfolio'
  return (
    <article>
      {picture === null ? null : <QueueWork picture={picture} />}
      <h2 className={isWork ? 'work-title mt-5 text-24 text-ink' : 'display text-24 text-ink'}>
        {reportTitle(report)}
      </h2>
      <p className="text-14 text-ink-3">
        {kind === 'user' ? null : <QueuePerson person={author} />}
        {kind === 'user' ? '' : ', '}
        {`${texts.kinds[kind]} ${texts.written(dayOf(snapshot.createdAt))}. `}
        <ItemLink report={report} />
      </p>
      {kind === 'message' ? <p className="mt-2 text-14 text-ink-3">{texts.only}</p> : null}
      <Snapshot report={report} />
    </article>
  )
}

/** A link to the thing, if admins can open it. */
function ItemLink({ report: { kind, subjectId, snapshot } }: { report: AdminReportDetail }) {
  const linkClass = 'text-link hit'
  if (kind === 'post')
    return (
      <Link to="/post/$id" params={{ id: subjectId }} className={linkClass}>
        {texts.open}
      </Link>
    )
  if (kind === 'portfolio')
    return (
      <Link to="/portfolio/$id" params={{ id: subjectId }} className={linkClass}>
        {texts.open}
      </Link>
    )
  if (kind === 'user')
    return (
      <Link to="/profile/$id" params={{ id: subjectId }} className={linkClass}>
        {texts.open}
      </Link>
    )
  if (kind === 'comment' && snapshot.postId !== null)
    return (
      <Link to="/post/$id" params={{ id: snapshot.postId }} className={linkClass}>
        {texts.under}
      </Link>
    )
  return null
}

function Snapshot({ report: { kind, reason, snapshot } }: { report: AdminReportDetail }) {
  const { title, text, tags, files } = snapshot
  return (
    <>
      {kind === 'message' && title !== '' ? (
        <p className="mt-3 font-semibold text-ink">{title}</p>
      ) : null}
      {text.trim() === '' ? null : (
        <blockquote className="mt-3 border-l-3 border-line-strong pl-4 break-words whitespace-pre-line">
          {text}
        </blockquote>
      )}
      {kind === 'portfolio' && (reason === 'origin' || snapshot.origin) ? (
        <p className="mt-3 text-14 text-ink">{originLine(snapshot.origin ?? null)}</p>
      ) : null}
      {tags.length === 0 ? null : (
        <p className="mt-2 text-14 text-ink-3">{tags.map((tag) => `#${tag}`).join(' ')}</p>
      )}
      {files.length === 0 ? null : (
        <p className="mt-2 text-14 break-words text-ink-3">{`${texts.files}: ${files.join(', ')}`}</p>
      )}
    </>
  )
}
