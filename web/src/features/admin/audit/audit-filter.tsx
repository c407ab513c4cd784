import { Download } from 'lucide-react'
import {
  AUDIT_ACTIONS,
  AUDIT_FILE,
  type AuditQuery,
} from '@plinth/contract/moderation/moderation.ts'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import type { AdminSearch } from '../../../lib/routing/admin-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useFreshFile } from '../../session/use-fresh-file.ts'
import { AuditDays } from './audit-days.tsx'
import { auditTexts as texts } from './audit-texts.ts'
import type { QueueProps } from '../queues/queue-rules.ts'
import { SearchField } from '../search-field.tsx'

const ALL = 'all'
const ACTIONS = [{ value: ALL, label: texts.allActions }, ...AUDIT_ACTIONS]

interface AuditFilterProps extends Pick<QueueProps, 'search' | 'onSearch'> {
  filters: AuditQuery
  isTurned: boolean
}

/** Filters by words, action and days, and a button to download the same entries. */
export function AuditFilter({ search, filters, isTurned, onSearch }: AuditFilterProps) {
  const { q: _q, action: _action, ...rest } = search
  const file = useFreshFile('audit-file', texts.csvFailed)
  const ask = (more: AdminSearch) => onSearch(more, { replace: true })
  return (
    <div className="mt-2 mb-3 flex flex-wrap items-end gap-3">
      <div className="w-full tablet:w-80">
        <SearchField
          q={search.q ?? ''}
          label={texts.searchLabel}
          placeholder={texts.search}
          onSearch={(q) =>
            ask({ ...rest, ...parameter('action', filters.action), ...(q === '' ? {} : { q }) })
          }
        />
      </div>
      <Field label={texts.action} className="w-full tablet:w-56">
        {(aria) => (
          <Select
            {...aria}
            options={ACTIONS}
            value={filters.action ?? ALL}
            placeholder={texts.allActions}
            onValueChange={(action) =>
              ask({ ...rest, ...parameter('q', search.q), ...(action === ALL ? {} : { action }) })
            }
          />
        )}
      </Field>
      <AuditDays search={search} filters={filters} isTurned={isTurned} onSearch={ask} />
      <Button
        className="ml-auto"
        aria-label={texts.csvLabel}
        disabled={isTurned || file.isSending}
        onClick={() => file.send(endpointUrl({ path: AUDIT_FILE }, { query: filters }))}
      >
        <Download size={18} aria-hidden />
        {texts.csv}
      </Button>
    </div>
  )
}

const parameter = <const N extends string>(name: N, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [K in N]?: string }
