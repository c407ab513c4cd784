import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteAnswer, type CannedAnswer } from '@plinth/contract/moderation/answers.ts'
import { call } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { showCallError } from '../../session/unauthorized.ts'
import { useMay } from '../../session/use-may.ts'
import { QueueSkeleton } from '../queues/queue-list.tsx'
import type { QueueProps } from '../queues/queue-rules.ts'
import { queueTexts } from '../queues/queue-texts.ts'
import { answersQuery } from './answer-api.ts'
import { AnswerForm } from './answer-form.tsx'
import { answerTexts as texts } from './answer-texts.ts'

/** The texts that staff use again, and a form to write them. */
export function AnswerPanel({ viewerId }: Pick<QueueProps, 'viewerId'>) {
  const query = useQuery(answersQuery)
  const mayWrite = useMay()('answers.write')
  const [open, setOpen] = useState<CannedAnswer | null>(null)
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 desktop:grid-cols-[minmax(0,1fr)_minmax(0,494px)]">
      <section aria-label={texts.list} className="max-desktop:order-2">
        <QueryView
          query={query}
          skeleton={<QueueSkeleton />}
          failed={queueTexts.failed}
          isEmpty={(answers) => answers.length === 0}
          empty={<EmptyState {...texts.empty} />}
        >
          {(answers) => (
            <ul aria-label={texts.list}>
              {answers.map((answer) => (
                <Row
                  key={answer.id}
                  answer={answer}
                  mayWrite={mayWrite}
                  onChange={() => setOpen(answer)}
                  onGone={() => setOpen(null)}
                />
              ))}
            </ul>
          )}
        </QueryView>
      </section>
      {mayWrite ? (
        <AnswerForm
          key={open?.id ?? 'new'}
          answer={open}
          viewerId={viewerId}
          onDone={() => setOpen(null)}
        />
      ) : null}
    </div>
  )
}

function Row({
  answer: { id, name, body },
  mayWrite,
  onChange,
  onGone,
}: {
  answer: CannedAnswer
  mayWrite: boolean
  onChange: () => void
  onGone: () => void
}) {
  const client = useQueryClient()
  const removing = useSendOnce({
    send: () => call(deleteAnswer, { params: { id } }),
    onSent: () => {
      toast({ title: texts.removed(name), variant: 'success' })
      onGone()
      return readAgain(client, [answersQuery])
    },
    onFailed: (error) => showCallError(error, texts.removeFailed, texts.tryLater),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-line py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold break-words text-ink">{name}</p>
        <p className="line-clamp-3 text-14 break-words whitespace-pre-line text-ink-3">{body}</p>
      </div>
      {mayWrite ? (
        <span className="flex flex-wrap gap-2">
          <Button aria-label={texts.changeThat(name)} onClick={onChange}>
            {texts.change}
          </Button>
          <Button
            variant="quiet-danger"
            aria-label={texts.removeThat(name)}
            busy={removing.isSending && texts.removing}
            onClick={() => removing.send(null)}
          >
            {texts.remove}
          </Button>
        </span>
      ) : null}
    </li>
  )
}
