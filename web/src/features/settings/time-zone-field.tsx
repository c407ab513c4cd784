import { browserZone } from '../../lib/browser/zone.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NativeSelect } from '../../ui/form/native-select.tsx'
import { texts } from './settings-texts.ts'
import type { ProfileForm } from './use-profile-form.ts'

const { timeZone: words } = texts

const labelOf = (zone: string) => zone.replaceAll('_', ' ')

/** Every zone that this browser knows, and the saved one. */
const zonesWith = (...more: string[]): string[] =>
  [...new Set(['UTC', ...more, ...Intl.supportedValuesOf('timeZone')])]
    .filter((zone) => zone !== '')
    .sort()

/** The zone for deadlines. The browser's is one press away while none is chosen. */
export function TimeZoneField({ form }: { form: ProfileForm }) {
  const { timeZone: zone } = form.fields
  const own = browserZone()
  const zones = zonesWith(zone, own ?? '')
  const options = [
    { value: '', label: words.none },
    ...zones.map((value) => ({ value, label: labelOf(value) })),
  ]
  return (
    <div>
      <Field label={texts.fields.timeZone} hint={words.hint} error={form.problems.timeZone}>
        {(control) => (
          <NativeSelect
            {...control}
            options={options}
            value={zone}
            onValueChange={(value) => form.set('timeZone', value)}
          />
        )}
      </Field>
      {zone === '' && own !== undefined ? (
        <Button className="mt-3" onClick={() => form.set('timeZone', own)}>
          {words.takeOwn(labelOf(own))}
        </Button>
      ) : null}
    </div>
  )
}
