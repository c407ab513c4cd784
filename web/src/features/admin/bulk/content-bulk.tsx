import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { approvePosts, putBackMany, takeDownMany } from '@plinth/contract/moderation/bulk.ts'
import { reasonsFor, type ReportReason } from '@plinth/contract/moderation/moderation.ts'
import { call } from '../../../lib/api/api.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { refreshAdmin } from '../admin-api.ts'
import { subjectKind, type ContentItem, type ContentKind } from '../content/content-rules.ts'
import { takeDownTexts } from '../content/content-texts.ts'
import { LISTS } from '../content/use-moderation.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { contentBulkTexts as texts } from './bulk-texts.ts'
import { useBulk } from './use-bulk.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'

type Way =
  | { act: 'approve' | 'wait' | 'putBack' }
  | { act: 'takeDown'; reason: ReportReason; note: string }

const UNDO = { approve: 'wait', wait: 'approve', takeDown: 'putBack' } as const

const send = (kind: ContentKind) => (way: Way, ids: string[]) => {
  const params = { kind: subjectKind[kind] }
  if (way.act === 'takeDown') {
    const { reason, note } = way
    return call(takeDownMany, { params, body: { ids, reason, note } })
  }
  return way.act === 'putBack'
    ? call(putBackMany, { params, body: { ids } })
    : call(approvePosts, { body: { ids, isApproved: way.act === 'approve' } })
}

interface ContentBulkProps {
  kind: ContentKind
  items: readonly ContentItem[]
  chosen: Chosen
  viewerId: string
}

/** Approves, takes down and puts back many posts or works at once. */
export function ContentBulk({ kind, items, chosen, viewerId }: ContentBulkProps) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState<ReportReason>()
  const draft = useTextDraft(`bulk.${kind}`, viewerId, { isPerTab: true })
  const bulk = useBulk<Way>({
    chosen,
    send: send(kind),
    nameOf: (id) => items.find((item) => item.id === id)?.title,
    done: ({ act }, count) => texts.done[act](count),
    undoOf: ({ act }) => (act === 'putBack' ? null : { act: UNDO[act] }),
    onChanged: () => refreshAdmin(client, LISTS[kind]),
    onSent: ({ act }) => {
      setAsking(false)
      if (act === 'takeDown') draft.drop()
    },
  })
  const picked = items.filter(({ id }) => chosen.has(id))
  const idsOf = (fits: (item: ContentItem) => boolean) => picked.filter(fits).map(({ id }) => id)
  const pending = idsOf(({ isPending }) => isPending)
  const up = idsOf(({ takenDown }) => takenDown === null)
  const down = idsOf(({ takenDown }) => takenDown !== null)
  return (
    <>
      <BulkBar chosen={chosen} all={items.map(({ id }) => id)} bulk={bulk}>
        {pending.length === 0 ? null : (
          <Button
            variant="primary"
            disabled={bulk.isBusy}
            onClick={() => bulk.run({ act: 'approve' }, pending)}
          >
            {texts.approve(pending.length)}
          </Button>
        )}
        {down.length === 0 ? null : (
          <Button disabled={bulk.isBusy} onClick={() => bulk.run({ act: 'putBack' }, down)}>
            {texts.putBack(down.length)}
          </Button>
        )}
        {up.length === 0 ? null : (
          <Button variant="quiet-danger" disabled={bulk.isBusy} onClick={() => setAsking(true)}>
            {texts.takeDown(up.length)}
          </Button>
        )}
      </BulkBar>
      <BulkDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.title(up.length)}
        says={texts.says}
        hint={texts.hint}
        send={texts.takeDown(up.length)}
        variant="danger"
        draft={draft}
        bulk={bulk}
        lacksChoice={reason === undefined}
        onSend={(note) => {
          if (reason !== undefined) bulk.run({ act: 'takeDown', reason, note }, up)
        }}
      >
        {(isAsked) => (
          <Field
            label={takeDownTexts.reason}
            error={isAsked && reason === undefined ? takeDownTexts.reasonMissing : undefined}
            required
          >
            {(aria) => (
              <Select
                {...aria}
                options={reasonsFor(subjectKind[kind])}
                value={reason}
                placeholder={takeDownTexts.choose}
                onValueChange={setReason}
              />
            )}
          </Field>
        )}
      </BulkDialog>
    </>
  )
}
