import { useState } from 'react'
import { becomeCreator } from '@plinth/contract/money/billing.ts'
import type { DebugUrls } from '@plinth/contract/analytics/debug.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { loginUrlHere } from '../../lib/routing/paths.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { Viewer } from '../session/session-api.ts'
import { tryCall, type Tried } from './debug-api.ts'
import { texts } from './debug-texts.ts'

const MONOSPACE = { fontFamily: 'ui-monospace, monospace', overflowWrap: 'anywhere' } as const

/** Lets members make calls and shows the server's answers. */
export function DebugPage({ urls, viewer }: { urls: DebugUrls; viewer: Viewer }) {
  const { firstName, lastName, bio } = viewer
  const [tried, setTried] = useState<Tried | 'waiting' | null>(null)
  const [profile, setProfile] = useState({ firstName, lastName, bio: bio ?? '' })
  const run = async (...input: Parameters<typeof tryCall>) => {
    setTried('waiting')
    setTried(await tryCall(...input))
  }
  return (
    <div className="page pt-8 pb-24" style={MONOSPACE}>
      <h1 className="text-32 text-ink">{texts.title}</h1>
      <p className="mt-3 text-14">{texts.lead}</p>
      <h2 className="mt-10 text-20 text-ink">{texts.tries}</h2>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild>
          <a href={loginUrlHere()}>{texts.login}</a>
        </Button>
        <Button onClick={() => void run(getViewer)}>{texts.auth}</Button>
        <Button onClick={() => void run(becomeCreator)}>{texts.subscription}</Button>
      </div>
      <form
        className="mt-6 grid max-w-130 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void run(updateProfile, profile)
        }}
      >
        {(['firstName', 'lastName', 'bio'] as const).map((name) => (
          <Field key={name} label={texts[name]}>
            {(aria) => (
              <TextInput
                {...aria}
                value={profile[name]}
                onChange={({ target }) => setProfile({ ...profile, [name]: target.value })}
              />
            )}
          </Field>
        ))}
        <Button type="submit">{texts.profile}</Button>
      </form>
      <Answer tried={tried} />
      <h2 className="mt-10 text-20 text-ink">{texts.urls}</h2>
      <table className="mt-4 text-left text-14">
        <thead>
          <Row head cells={[texts.name, texts.url]} />
        </thead>
        <tbody>
          {urls.map(({ name, url }) => (
            <Row key={name} cells={[name, url]} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Answer = ({ tried }: { tried: Tried | 'waiting' | null }) => (
  <div role="status" className="mt-8 text-14">
    {tried === null ? (
      texts.none
    ) : tried === 'waiting' ? (
      texts.waiting
    ) : (
      <table className="text-left">
        <tbody>
          <Row cells={[texts.call, tried.call]} />
          <Row cells={[texts.status, tried.status ?? '']} />
          <Row cells={[texts.response, tried.response]} />
          <Row cells={[texts.error, tried.error]} />
        </tbody>
      </table>
    )}
  </div>
)

function Row({
  cells: [name = '', value = ''],
  head = false,
}: {
  cells: string[]
  head?: boolean
}) {
  const Value = head ? 'th' : 'td'
  return (
    <tr className="border-b border-line">
      <th scope={head ? 'col' : 'row'} className="py-2 pr-4 font-normal text-ink-3">
        {name}
      </th>
      <Value className={`py-2 ${head ? 'font-normal text-ink-3' : 'text-ink'}`}>{value}</Value>
    </tr>
  )
}
