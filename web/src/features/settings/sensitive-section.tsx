import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { updateSensitiveChoice } from '@plinth/contract/moderation/sensitive.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { patchAnswer } from '../../lib/cache/writes.ts'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { showFailure } from '../../ui/feedback/toast.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { Section, SectionSkeleton } from './section.tsx'
import { sensitiveQuery } from './settings-api.ts'
import { texts } from './settings-texts.ts'

const { sensitive: words } = texts

/** Whether sensitive pictures are blurred. A change is shown at once, and reverted if it was not saved. */
export function SensitiveSection() {
  const client = useQueryClient()
  const id = useId()
  const query = useQuery(sensitiveQuery)
  const show = (showsSensitive: boolean) =>
    patchAnswer(client, sensitiveQuery, () => ({ showsSensitive }))
  const { mutate } = useMutation({
    scope: { id: 'sensitive-choice' },
    mutationFn: (showsSensitive: boolean) =>
      call(updateSensitiveChoice, { body: { showsSensitive } }),
    onMutate: show,
    onError: (error, isOn) => {
      show(!isOn)
      if (!isUnauthorized(error)) showFailure(words.saveFailed, () => mutate(isOn))
    },
  })
  return (
    <Section id="sensitive">
      <div className="mt-5 border-b border-line">
        <QueryView
          query={query}
          skeleton={<SectionSkeleton label={words.loading} />}
          failed={words.failed}
        >
          {({ showsSensitive }) => (
            <div className="settings-row flex flex-wrap items-center gap-y-2 gap-x-4 min-h-18 py-4 px-0 border-t border-line">
              <div className="settings-row-words">
                <label htmlFor={id} className="font-semibold text-ink">
                  {words.label}
                </label>
                <p id={`${id}-line`} className="mt-0.5 text-14 text-ink-3">
                  {words.line}
                </p>
              </div>
              <Switch
                id={id}
                aria-describedby={`${id}-line`}
                checked={showsSensitive}
                onCheckedChange={(isOn) => mutate(isOn)}
              />
            </div>
          )}
        </QueryView>
      </div>
    </Section>
  )
}
