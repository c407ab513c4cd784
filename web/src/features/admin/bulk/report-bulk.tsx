import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { closeManyReports } from '@plinth/contract/moderation/bulk.ts'
import {
  listReports,
  type AdminReport,
  type ReportOutcome,
} from '@plinth/contract/moderation/moderation.ts'
import { call } from '../../../lib/api/api.ts'
import { useTextDraft } from '../../../lib/forms/use-text-draft.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { refreshQueue } from '../queues/queue-api.ts'
import { reportTitle } from '../queues/queue-rules.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { reportBulkTexts as texts } from './bulk-texts.ts'
import { useBulk } from './use-bulk.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'

interface Way {
  outcome: ReportOutcome
  note: string
}

/** Closes many reports with one outcome and one reason. */
export function ReportBulk({
  reports,
  chosen,
  viewerId,
}: {
  reports: readonly AdminReport[]
  chosen: Chosen
  viewerId: string
}) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<ReportOutcome | null>(null)
  const [shown, setShown] = useState<ReportOutcome>('no_action')
  const draft = useTextDraft('bulk.reports', viewerId, { isPerTab: true })
  const nameOf = (id: string) => {
    const report = reports.find((one) => one.id === id)
    return report && reportTitle(report)
  }
  const bulk = useBulk<Way>({
    chosen,
    send: (way, ids) => call(closeManyReports, { body: { ids, ...way } }),
    nameOf,
    done: ({ outcome }, count) => texts.done[outcome](count),
    undoOf: () => null,
    onChanged: () => refreshQueue(client, listReports),
    onSent: () => {
      setAsked(null)
      draft.drop()
    },
  })
  const picked = reports.filter(({ id }) => chosen.has(id))
  const ids = {
    no_action: picked.map(({ id }) => id),
    removed: picked.filter(({ kind }) => kind !== 'user' && kind !== 'message').map(({ id }) => id),
  }
  const ask = (outcome: ReportOutcome) => {
    setShown(outcome)
    setAsked(outcome)
  }
  return (
    <>
      <BulkBar chosen={chosen} all={reports.map(({ id }) => id)} bulk={bulk}>
        <Button variant="primary" disabled={bulk.isBusy} onClick={() => ask('no_action')}>
          {texts.keep(ids.no_action.length)}
        </Button>
        {ids.removed.length === 0 ? null : (
          <Button variant="quiet-danger" disabled={bulk.isBusy} onClick={() => ask('removed')}>
            {texts.remove(ids.removed.length)}
          </Button>
        )}
      </BulkBar>
      <BulkDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={texts.titles[shown](ids[shown].length)}
        says={texts.says}
        hint={texts.hints[shown]}
        send={texts.sends[shown]}
        variant={shown === 'removed' ? 'danger' : 'primary'}
        draft={draft}
        bulk={bulk}
        onSend={(note) => bulk.run({ outcome: shown, note }, ids[shown])}
      />
    </>
  )
}
