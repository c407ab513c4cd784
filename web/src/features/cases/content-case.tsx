import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { Picture as PictureData } from '@plinth/contract/media/media.ts'
import { assignCase, noteCase, type ContentCase } from '@plinth/contract/moderation/cases.ts'
import { REPORT_REASONS } from '@plinth/contract/moderation/moderation.ts'
import { call } from '../../lib/api/api.ts'
import { patchAnswer } from '../../lib/cache/writes.ts'
import { agoInWords, dayOf } from '../../lib/format/ago.ts'
import { fullName } from '../../lib/format/format.ts'
import { pictureSources } from '../../lib/media/sources.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Picture } from '../../ui/media/picture.tsx'
import { contentCaseQuery, type ContentKind } from './case-api.ts'
import { CaseDesk } from './case-desk.tsx'
import { caseTexts, contentTexts as texts, proofTexts } from './case-texts.ts'
import { ProofList } from './proof-list.tsx'

interface ContentCasePageProps {
  kind: ContentKind
  id: string
  viewerId: string
  /** The decision belongs to the console, so the screen passes it in. */
  Decision: ComponentType<{ of: ContentCase; viewerId: string; onDone: () => void }>
}

/** The case of something reported or appealed: facts left, decision right. */
export function ContentCasePage({ kind, id, viewerId, Decision }: ContentCasePageProps) {
  const client = useQueryClient()
  const source = contentCaseQuery(kind, id)
  const query = useQuery(source)
  const params = { kind, id }
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-120" />} failed={caseTexts.failed}>
      {(found) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 desktop:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
          <Facts of={found} />
          <aside className="grid min-w-0 content-start gap-8">
            <Decision of={found} viewerId={viewerId} onDone={() => void query.refetch()} />
            <CaseDesk
              of={found}
              viewerId={viewerId}
              assign={(assigneeId) => call(assignCase, { params, body: { assigneeId } })}
              write={(text) => call(noteCase, { params, body: { text } })}
              onChange={(change) =>
                patchAnswer(client, source, (now) =>
                  now === undefined ? now : { ...now, ...change },
                )
              }
            />
          </aside>
        </div>
      )}
    </QueryView>
  )
}

function Facts({ of }: { of: ContentCase }) {
  const { kind, author, now, reports, appeals, strikes, proof, openedAt } = of
  const first = reports.at(-1)
  const title = now?.title || first?.snapshot.title || caseTexts.kinds[kind]
  const isWork = kind === 'post' || kind === 'portfolio'
  return (
    <div className="min-w-0">
      <h1
        className={`${isWork ? 'work-title' : 'display'} text-32 break-words text-ink max-tablet:text-24`}
      >
        {title}
      </h1>
      <p className="mt-1 text-14 text-ink-3">
        {`${caseTexts.kinds[kind]}, ${author === null ? caseTexts.deleted : fullName(author)}. ${caseTexts.opened(dayOf(openedAt))}`}
      </p>
      {kind === 'message' ? <p className="mt-2 text-14 text-ink-3">{texts.only}</p> : null}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 tablet:grid-cols-2">
        {first === undefined ? null : (
          <Thing
            title={texts.was}
            line={dayOf(first.createdAt)}
            words={first.snapshot}
            pictures={first.pictures}
            files={first.snapshot.files}
          />
        )}
        {now === null ? (
          <section className="border-t border-line pt-4">
            <h2 className="display text-20 text-ink">{texts.is}</h2>
            <p className="mt-2 text-14 text-ink-3">{texts.gone}</p>
          </section>
        ) : (
          <Thing
            title={texts.is}
            line={standingOf(kind, now.takenDown)}
            words={now}
            pictures={now.pictures}
            files={[]}
          />
        )}
      </div>
      {appeals.map((appeal) => (
        <Part key={appeal.id} title={texts.appeals}>
          <p className="mt-1 text-14 text-ink-3">
            {`${dayOf(appeal.createdAt)}. ${texts.against}: ${appeal.reason}`}
          </p>
          <Quote text={appeal.text} />
          {appeal.note === null ? null : <p className="mt-2 text-14">{appeal.note}</p>}
        </Part>
      ))}
      <Part title={texts.reports}>
        {reports.length === 0 ? <p className="mt-2 text-14 text-ink-3">{texts.noReports}</p> : null}
        <ul className="mt-3 grid gap-4">
          {reports.map(({ id, reporter, reason, text, createdAt, note }) => (
            <li key={id} className="border-t border-line pt-3 text-14">
              <p className="text-ink-3">
                <strong className="font-semibold text-ink">
                  {reporter === null ? caseTexts.deleted : fullName(reporter)}
                </strong>
                {` ${agoInWords(createdAt)}, ${reasonLabel(reason)}`}
              </p>
              <p className="mt-0.5 wrap-anywhere whitespace-pre-line">
                {text.trim() === '' ? texts.silent : text}
              </p>
              {note === null ? null : <p className="mt-1 text-ink-3">{note}</p>}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={proofTexts.title}>
        <ProofList proof={proof} none={proofTexts.none} />
      </Part>
      <Part title={texts.strikes}>
        {strikes.length === 0 ? <p className="mt-2 text-14 text-ink-3">{texts.noStrikes}</p> : null}
        <ul className="mt-3 grid gap-3">
          {strikes.map(({ kind: what, title: of_, reason, at }) => (
            <li key={`${what} ${at} ${of_}`} className="border-t border-line pt-3 text-14">
              <p className="text-ink">
                <strong className="font-semibold">{texts.strikeKinds[what]}</strong>
                {of_ === '' ? null : <span className="work-title">{` ${of_}`}</span>}
                <span className="text-ink-3">{`, ${dayOf(at)}`}</span>
              </p>
              <p className="mt-0.5 wrap-anywhere whitespace-pre-line">{reason}</p>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  )
}

const reasonLabel = (reason: ContentCase['reports'][number]['reason']): string =>
  REPORT_REASONS.find(({ value }) => value === reason)?.label ?? reason

function standingOf(
  kind: ContentCase['kind'],
  takenDown: NonNullable<ContentCase['now']>['takenDown'],
): string {
  if (takenDown === null)
    return kind === 'post' || kind === 'portfolio' || kind === 'board' ? texts.up : ''
  const since = kind === 'user' ? texts.suspended : texts.down
  return `${since(dayOf(takenDown.at))}${takenDown.reason === null ? '' : `: ${takenDown.reason}`}`
}

function Thing({
  title,
  line,
  words,
  pictures,
  files,
}: {
  title: string
  line: string
  words: { title: string; text: string; tags: readonly string[] }
  pictures: readonly PictureData[]
  files: readonly string[]
}) {
  return (
    <section aria-label={title} className="min-w-0 border-t border-line pt-4">
      <h2 className="display text-20 text-ink">{title}</h2>
      {line === '' ? null : <p className="mt-1 text-14 break-words text-ink-3">{line}</p>}
      {pictures.length === 0 ? null : (
        <ul className="mt-3 grid gap-2">
          {pictures.map((picture) => (
            <li key={picture.id} className="relative bg-wall-deep">
              <Picture
                picture={pictureSources(picture)}
                sizes="440px"
                canReveal
                className="mx-auto h-auto! max-h-69 w-auto! max-w-full"
              />
            </li>
          ))}
        </ul>
      )}
      {words.title === '' ? null : (
        <p className="mt-3 font-semibold break-words text-ink">{words.title}</p>
      )}
      <Quote text={words.text} />
      {words.tags.length === 0 ? null : (
        <p className="mt-2 text-14 break-words text-ink-3">
          {words.tags.map((tag) => `#${tag}`).join(' ')}
        </p>
      )}
      {files.length === 0 ? null : (
        <p className="mt-2 text-14 break-words text-ink-3">{`${texts.files}: ${files.join(', ')}`}</p>
      )}
    </section>
  )
}

const Quote = ({ text }: { text: string }) =>
  text.trim() === '' ? null : (
    <blockquote className="mt-3 border-l-3 border-line-strong pl-4 wrap-anywhere whitespace-pre-line">
      {text}
    </blockquote>
  )

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-10">
    <h2 className="display text-20 text-ink">{title}</h2>
    {children}
  </section>
)
