import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import {
  openOriginal,
  type DisputeCase as DisputeFile,
  type DisputeMessage,
} from '@plinth/contract/projects/dispute-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { call, sentenceOf } from '../../../lib/api/api.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { bytes, dateAndTime, fullName, price } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagesView } from '../../../ui/feedback/endless.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import { ReferenceLedge } from '../../../ui/wall/reference-ledge.tsx'
import { ReferenceNotes } from '../../../ui/wall/reference-notes.tsx'
import { DeliveryView } from '../room/deliveries-section.tsx'
import { disputeCaseQuery, disputeMessagesQuery } from '../project-api.ts'
import { DisputeCase } from './dispute-panel.tsx'
import { disputeTexts } from './dispute-texts.ts'

const texts = disputeTexts.file

interface DisputeFilePageProps {
  id: string
  viewerId: string
  /** What every case has belongs to cases, so the screen passes it in. */
  Proof: ComponentType<{ of: DisputeFile }>
  Desk: ComponentType<{ of: DisputeFile; viewerId: string }>
  Files: ComponentType<{ files: DisputeMessage['attachments'] }>
}

/** The case file of a dispute: facts left, ruling right. */
export function DisputeFilePage({ id, viewerId, Proof, Desk, Files }: DisputeFilePageProps) {
  const query = useQuery(disputeCaseQuery(id))
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton className="h-120" />}
      failed={disputeTexts.itemFailed}
    >
      {(file) => (
        <DisputeCase
          project={file.project}
          viewerId={viewerId}
          beside={<Desk of={file} viewerId={viewerId} />}
        >
          <p className="mt-8 text-14 text-ink-3">{texts.opened(dayOf(file.openedAt))}</p>
          <Proof of={file} />
          <Brief project={file.project} viewerId={viewerId} Files={Files} />
          <Deliveries project={file.project} />
          <Thread id={id} Files={Files} />
          <Ledger file={file} />
        </DisputeCase>
      )}
    </QueryView>
  )
}

interface BriefProps extends Pick<DisputeFilePageProps, 'viewerId' | 'Files'> {
  project: Project
}

/** What they agreed on: the brief, what the client sent with it, the terms and the milestones. */
function Brief({ project, viewerId, Files }: BriefProps) {
  const { files, references } = project
  const { description, price: agreed, deliverBy, timeline, milestones } = project
  return (
    <Part title={texts.brief}>
      <p className="mt-2 wrap-anywhere whitespace-pre-line">{description}</p>
      <p className="mt-2 text-14 text-ink-3">
        {[
          agreed === null ? null : texts.price(price(agreed)),
          deliverBy === null ? null : texts.due(dayWords(deliverBy)),
          timeline,
        ]
          .filter((one) => one !== null)
          .join(', ')}
      </p>
      {references.length === 0 ? null : (
        <div className="mt-4 max-w-[66ch] text-14 text-ink-3">
          <ReferenceLedge label={texts.references} references={references} isLinked />
          <ReferenceNotes references={references} viewerId={viewerId} />
        </div>
      )}
      <Files files={files} />
      {milestones.length === 0 ? null : (
        <ul aria-label={texts.milestones} className="mt-3 text-14">
          {milestones.map(({ title, due, doneAt }) => (
            <li key={`${title} ${due}`} className="border-t border-line py-2">
              {title}
              <span className="text-ink-3">
                {due === null ? '' : `, ${dayWords(due)}`}
                {`, ${doneAt === null ? texts.undone : texts.done(dayOf(doneAt))}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

/** Every delivery with its previews. An original opens by an act of its own. */
const Deliveries = ({ project }: { project: Project }) => (
  <Part title={texts.deliveries}>
    {project.deliveries.length === 0 ? (
      <p className="mt-2 text-14 text-ink-3">{texts.noDeliveries}</p>
    ) : (
      <p className="mt-1 text-14 text-ink-3">
        {texts.rounds(project.revisionsLeft, project.revisionsAdded)}
      </p>
    )}
    {project.deliveries.map((delivery) => (
      <section key={delivery.id} className="mt-5">
        <h4 className="font-semibold text-ink">
          {texts.delivery(delivery.number, dayOf(delivery.createdAt))}
        </h4>
        <DeliveryView project={project} delivery={delivery} />
        <ul aria-label={texts.originals} className="mt-3 flex flex-wrap gap-3">
          {delivery.files.map(({ id, fileName, bytes: size }) => (
            <li key={id} className="max-w-full">
              <Original projectId={project.id} fileId={id} name={fileName} size={size} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </Part>
)

function Original({
  projectId,
  fileId,
  name,
  size,
}: {
  projectId: string
  fileId: string
  name: string
  size: number
}) {
  const opening = useMutation({
    mutationFn: () => call(openOriginal, { params: { id: projectId, fileId } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => showError(texts.originalFailed, sentenceOf(error, '')),
  })
  return (
    <Button
      aria-label={texts.original(name)}
      busy={opening.isPending && texts.opening}
      onClick={() => opening.mutate()}
      className="max-w-full"
    >
      <FileText size={18} aria-hidden />
      <span className="truncate">{`${name}, ${bytes(size)}`}</span>
    </Button>
  )
}

/** Their messages about this project, once somebody asks for them, because opening them is logged. */
function Thread({ id, Files }: Pick<DisputeFilePageProps, 'id' | 'Files'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Part title={texts.thread}>
      <p className="mt-1 text-14 text-ink-3">{texts.threadSays}</p>
      {isOpen ? (
        <Messages id={id} Files={Files} />
      ) : (
        <Button className="mt-3" onClick={() => setOpen(true)}>
          {texts.openThread}
        </Button>
      )}
    </Part>
  )
}

function Messages({ id, Files }: Pick<DisputeFilePageProps, 'id' | 'Files'>) {
  const query = useInfiniteQuery(disputeMessagesQuery(useQueryClient(), id))
  return (
    <PagesView
      query={query}
      skeleton={<Skeleton className="mt-3 h-40" />}
      failed={texts.threadFailed}
      moreFailed={texts.threadMoreFailed}
      empty={<EmptyState title={texts.noMessages} line={texts.noMessagesLine} />}
    >
      {(messages) => (
        <ul aria-label={texts.thread} className="mt-3">
          {messages.map((message) => (
            <li key={message.id} className="border-t border-line py-3">
              <p className="text-14 text-ink-3">
                <strong className="font-semibold text-ink">{fullName(message.sender)}</strong>{' '}
                <time dateTime={message.createdAt}>{dateAndTime(message.createdAt)}</time>
              </p>
              <p className="mt-0.5 wrap-anywhere whitespace-pre-line">{message.content}</p>
              <Files files={message.attachments} />
            </li>
          ))}
        </ul>
      )}
    </PagesView>
  )
}

/** Every booking of the project's money. */
function Ledger({ file: { ledger, project } }: { file: DisputeFile }) {
  const whose = (side: 'client' | 'creator' | null) =>
    side === null ? '' : ` (${project[side].firstName})`
  return (
    <Part title={texts.ledger}>
      {ledger.length === 0 ? <p className="mt-2 text-14 text-ink-3">{texts.noLedger}</p> : null}
      <ul className="mt-3 text-14">
        {ledger.map(({ kind, at, entries }) => (
          <li key={`${kind} ${at}`} className="border-t border-line py-2.5">
            <p>
              <strong className="font-semibold text-ink">{texts.bookings[kind] ?? kind}</strong>
              <span className="text-ink-3">{`, ${dateAndTime(at)}`}</span>
            </p>
            <ul className="mt-1 text-ink-3">
              {entries.map(({ account, side, amount }) => (
                <li
                  key={`${account} ${side} ${amount}`}
                  className="flex flex-wrap justify-between gap-x-4"
                >
                  <span>{`${texts.accounts[account] ?? account}${whose(side)}`}</span>
                  <span className="tnum text-ink">
                    {`${amount < 0 ? '−' : '+'}${price(Math.abs(amount))}`}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-10">
    <h3 className="display text-20 text-ink">{title}</h3>
    {children}
  </section>
)
