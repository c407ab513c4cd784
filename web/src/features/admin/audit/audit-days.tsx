import { clsx } from 'clsx'
import { Calendar } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import type { AuditQuery } from '@plinth/contract/moderation/moderation.ts'
import type { AdminSearch } from '../../../lib/routing/admin-search.ts'
import { isDay } from '../../../lib/format/days.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { DateInput } from '../../../ui/form/date-input.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { selectVariants } from '../../../ui/form/select-variants.ts'
import { auditTexts as texts, dayOf, daysOf } from './audit-texts.ts'

interface AuditDaysProps {
  search: AdminSearch
  filters: AuditQuery
  isTurned: boolean
  onSearch: (search: AdminSearch) => void
}

/** The range of days: a box that shows it and opens two date fields. */
export function AuditDays({ search, filters, isTurned, onSearch }: AuditDaysProps) {
  const { since: _since, until: _until, ...whole } = search
  const error = isTurned ? texts.order : undefined
  const words = daysOf(filters)
  return (
    <Field label={texts.days} error={error} className="w-full tablet:w-auto tablet:min-w-56">
      {(aria) => (
        <Popover.Root>
          <Popover.Trigger
            id={aria.id}
            aria-describedby={aria['aria-describedby']}
            aria-label={`${texts.days}: ${words}`}
            className={clsx(selectVariants.boxed, isTurned && 'border-danger')}
          >
            <span className="truncate">{words}</span>
            <Calendar size={18} className="shrink-0 text-ink-2" aria-hidden />
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              aria-label={texts.days}
              align="start"
              sideOffset={6}
              collisionPadding={12}
              className="z-(--z-dialog) grid w-72 gap-4 rounded-panel bg-surface-2 p-4 shadow-pop outline-none data-[state=open]:animate-fade-in"
            >
              <Day name="since" label={texts.since} search={search} onSearch={onSearch} />
              <Day
                name="until"
                label={texts.until}
                search={search}
                onSearch={onSearch}
                error={error}
              />
              <div className="flex justify-between gap-3">
                <Button onClick={() => onSearch(whole)}>{texts.allDays}</Button>
                <Popover.Close asChild>
                  <Button variant="primary">{texts.done}</Button>
                </Popover.Close>
              </div>
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  )
}

/** One end of the range. The list is filtered only once the typed date is complete, or the field is empty. */
function Day({
  name,
  label,
  search,
  error,
  onSearch,
}: {
  name: 'since' | 'until'
  label: string
  search: AdminSearch
  error?: string | undefined
  onSearch: (search: AdminSearch) => void
}) {
  const { [name]: day = '', ...rest } = search
  const [typed, setTyped] = useState({ day, value: day })
  // Follows the address, but leaves a date that is being typed alone.
  if (typed.day !== day) setTyped({ day, value: day })
  return (
    <Field label={label} error={error} hint={isDay(day) ? texts.day(dayOf(day)) : texts.anyDay}>
      {(aria) => (
        <DateInput
          {...aria}
          value={typed.value}
          onChange={({ target: { value, validity } }) => {
            setTyped({ day, value })
            if (isDay(value) && value >= '2000') onSearch({ ...rest, [name]: value })
            else if (value === '' && !validity.badInput && day !== '') onSearch(rest)
          }}
        />
      )}
    </Field>
  )
}
