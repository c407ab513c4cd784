import { useQueryClient } from '@tanstack/react-query'
import type { AdvertisementInquiry } from '@plinth/contract/money/advertising.ts'
import { ago } from '../../../lib/format/ago.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { QueueRow } from '../../../ui/layout/queue-layout.tsx'
import { AdPane } from './ad-pane.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { adInquiriesQuery } from './queue-api.ts'
import { QueueThumb } from './queue-details.tsx'
import { adTexts as texts } from './queue-texts.ts'
import type { QueueProps, QueueRowProps } from './queue-rules.ts'

/** Ad inquiries from businesses. */
export function AdQueue(props: QueueProps) {
  const state = texts.states.find(({ value }) => value === props.search.state)?.value ?? 'new'
  return (
    <QueuePanel
      {...props}
      source={adInquiriesQuery(useQueryClient(), state)}
      state={state}
      texts={texts}
      Row={Row}
      Pane={AdPane}
    />
  )
}

function Row({ one, isOpen }: QueueRowProps<AdvertisementInquiry>) {
  const { id, businessName, adType, duration, member, createdAt } = one
  const now = useNow()
  return (
    <QueueRow
      id={id}
      isOpen={isOpen}
      thumb={<QueueThumb person={member ?? { ...NOBODY, firstName: businessName }} />}
      title={businessName}
      line={texts.line(texts.types[adType], texts.durations[duration])}
      aside={ago(createdAt, now)}
    />
  )
}

/** Inquiries sent without an account show the first letter of the business. */
const NOBODY = {
  id: '',
  handle: null,
  lastName: '',
  profileImageUrl: null,
  location: null,
  isCreator: false,
} as const
