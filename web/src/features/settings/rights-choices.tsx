import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { OriginSlug } from '@plinth/contract/choices.ts'
import { ORIGINS } from '@plinth/contract/portfolios/origins.ts'
import { updateRights, type RightsChange } from '@plinth/contract/people/rights.ts'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { patchAnswer, putAnswer } from '../../lib/cache/writes.ts'
import { Button } from '../../ui/actions/button.tsx'
import { showFailure, toast } from '../../ui/feedback/toast.ts'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { viewerQuery } from '../session/session-api.ts'
import { rightsTexts as words } from './rights-texts.ts'

const OPTIONS = [
  { value: 'unsaid', label: words.unsaid },
  ...ORIGINS.map(({ value, label }) => ({ value, label })),
] as const

/** What new works start with, and whether files keep their author's name. Each change is saved at once. */
export function RightsChoices({ own }: { own: OwnUser }) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    scope: { id: 'rights' },
    mutationFn: (body: RightsChange) => call(updateRights, { body }),
    onMutate: (body) => {
      const { allWorks: _, ...change } = body
      patchAnswer(client, viewerQuery, (viewer) => viewer && { ...viewer, ...change })
      return before(own, body)
    },
    onSuccess: (viewer, { allWorks }) => {
      putAnswer(client, viewerQuery, viewer)
      if (allWorks === true) {
        toast({
          title: viewer.reservesTraining ? words.allReserved : words.allFree,
          description: words.allLine,
          variant: 'success',
        })
      }
    },
    onError: (error, body, previous) => {
      patchAnswer(client, viewerQuery, (viewer) => viewer && { ...viewer, ...previous })
      if (!isUnauthorized(error)) showFailure(words.saveFailed, () => mutate(body))
    },
  })
  const { defaultOrigin, reservesTraining, keepsName, isCreator } = own
  return (
    <>
      <p className="mt-2 text-14 text-ink-3">{words.line}</p>
      <div className="mt-5 border-b border-line">
        {isCreator ? (
          <Choice label={words.origin} line={words.originLine}>
            {(aria) => (
              <Select
                {...aria}
                className="settings-select"
                options={OPTIONS}
                value={defaultOrigin ?? 'unsaid'}
                onValueChange={(value: OriginSlug | 'unsaid') =>
                  mutate({ defaultOrigin: value === 'unsaid' ? null : value })
                }
              />
            )}
          </Choice>
        ) : null}
        <Choice label={words.reserve} line={words.reserveLine}>
          {(aria) => (
            <Switch
              {...aria}
              checked={reservesTraining}
              onCheckedChange={(isOn) => mutate({ reservesTraining: isOn })}
            />
          )}
        </Choice>
        {isCreator ? (
          <div className="pb-5">
            <Button
              busy={isPending && variables.allWorks === true && words.changing}
              onClick={() => mutate({ reservesTraining, allWorks: true })}
            >
              {words.all}
            </Button>
          </div>
        ) : null}
        <Choice label={words.name} line={words.nameLine}>
          {(aria) => (
            <Switch
              {...aria}
              checked={!keepsName}
              onCheckedChange={(isOn) => mutate({ keepsName: !isOn })}
            />
          )}
        </Choice>
      </div>
    </>
  )
}

/** The values before a change, for the case that it fails. */
const before = (own: OwnUser, body: RightsChange): Partial<OwnUser> => ({
  ...(body.defaultOrigin === undefined ? {} : { defaultOrigin: own.defaultOrigin }),
  ...(body.reservesTraining === undefined ? {} : { reservesTraining: own.reservesTraining }),
  ...(body.keepsName === undefined ? {} : { keepsName: own.keepsName }),
})

interface Aria {
  id: string
  'aria-describedby': string
}

function Choice({
  label,
  line,
  children,
}: {
  label: string
  line: string
  children: (aria: Aria) => ReactNode
}) {
  const id = useId()
  return (
    <div className="settings-row flex flex-wrap items-center gap-y-2 gap-x-4 min-h-18 py-4 px-0 border-t border-line">
      <div className="settings-row-words">
        <label htmlFor={id} className="font-semibold text-ink">
          {label}
        </label>
        <p id={`${id}-line`} className="mt-0.5 text-14 text-ink-3">
          {line}
        </p>
      </div>
      {children({ id, 'aria-describedby': `${id}-line` })}
    </div>
  )
}
