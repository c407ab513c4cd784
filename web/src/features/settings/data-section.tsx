import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { requestExport, type AccountExport } from '@plinth/contract/people/account.ts'
import { call, sentenceOf } from '../../lib/api/api.ts'
import { patchAnswer } from '../../lib/cache/writes.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { bytes as sizeWords, date } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Row, Section } from './section.tsx'
import { exportsQuery } from './settings-api.ts'
import { texts } from './settings-texts.ts'
import { useFreshFile } from '../session/use-fresh-file.ts'
import { showCallError } from '../session/unauthorized.ts'

const DeleteAccount = lazy(async () => ({
  default: (await import('./delete-account.tsx')).DeleteAccount,
}))

const { data: words } = texts

/** Export of the viewer's data, and deletion of the account. */
export function DataSection() {
  const query = useQuery(exportsQuery)
  const { order, isOrdering } = useOrder()
  return (
    <Section id="data">
      <div className="mt-5 border-b border-line">
        <Row title={words.download} line={words.downloadLine}>
          <Button busy={isOrdering && words.requesting} onClick={order}>
            {words.request}
          </Button>
        </Row>
        {query.error === null ? null : (
          <Row title={words.listFailed} line={sentenceOf(query.error, '')} />
        )}
        <div aria-live="polite">
          {query.data?.map((one) => (
            <Archive key={one.id} archive={one} />
          ))}
        </div>
        <Suspense fallback={null}>
          <DeleteAccount />
        </Suspense>
      </div>
    </Section>
  )
}

function Archive({ archive }: { archive: AccountExport }) {
  const { id, state, url, bytes, createdAt, expiresAt } = archive
  const file = useFreshFile(`archive.${id}`, words.getFailed)
  const line =
    state === 'waiting'
      ? words.packing
      : state === 'failed'
        ? words.failed
        : words.until(sizeWords(bytes ?? 0), date(expiresAt ?? createdAt))
  return (
    <Row title={words.archive(date(createdAt))} line={line}>
      {url === null ? null : (
        <Button disabled={file.isSending} onClick={() => file.send(url)}>
          {words.get}
        </Button>
      )}
    </Row>
  )
}

function useOrder() {
  const client = useQueryClient()
  const { send, isSending } = useSendOnce({
    resume: 'export',
    send: () => call(requestExport),
    onSent: (made) => {
      patchAnswer(client, exportsQuery, (all = []) => [made, ...all])
      toast({ title: words.requested, description: words.requestedLine, variant: 'success' })
    },
    onFailed: (error) => showCallError(error, words.requestFailed, ''),
  })
  return { order: () => send(null), isOrdering: isSending }
}
