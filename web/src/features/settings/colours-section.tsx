import { CircleCheck, WandSparkles } from 'lucide-react'
import { DEFAULT_PROFILE_COLORS } from '@plinth/contract/people/users.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { contrastRows, type ContrastRow } from './colour-rules.ts'
import { COLOUR_KEYS, isColour, shownColours, type ColourKey } from './profile-form.ts'
import { Section } from './section.tsx'
import { texts } from './settings-texts.ts'
import type { ProfileForm } from './use-profile-form.ts'
import type { ReactNode } from 'react'

const { colours: words } = texts

/** The colours of the viewer's profile, and the contrast of each pair. */
export function ColoursSection({ form, preview }: { form: ProfileForm; preview: ReactNode }) {
  return (
    <Section id="colours" line={words.line}>
      <div className="colour-fields grid grid-cols-3 gap-4 max-tablet:gap-2 mt-5">
        {COLOUR_KEYS.map((key) => (
          <ColourField key={key} form={form} name={key} />
        ))}
      </div>
      <ul aria-label={words.measured} className="mt-5 border-b border-line">
        {contrastRows(shownColours(form.fields)).map((row) => (
          <Measured key={row.name} row={row} />
        ))}
      </ul>
      {preview}
      <Button
        variant="quiet"
        className="mt-6 px-0!"
        onClick={() => {
          for (const key of COLOUR_KEYS) form.set(key, DEFAULT_PROFILE_COLORS[key])
        }}
      >
        {words.reset}
      </Button>
    </Section>
  )
}

function ColourField({ form, name }: { form: ProfileForm; name: ColourKey }) {
  const value = form.fields[name]
  const label = texts.fields[name]
  // For saved colours only; while one is typed, the list below shows it.
  const adjusted = form.adjusted.find(({ colour }) => colour === name)
  return (
    <Field
      label={label}
      hint={adjusted && words.shownAs(adjusted.shown)}
      error={form.problems[name]}
    >
      {(control) => (
        <span className="relative block">
          <input
            type="color"
            aria-label={words.pick(label)}
            value={isColour(value) ? value : DEFAULT_PROFILE_COLORS[name]}
            onChange={(event) => form.set(name, event.target.value.toUpperCase())}
          />
          <TextInput
            {...control}
            value={value}
            maxLength={7}
            spellCheck={false}
            className="tnum"
            onChange={(event) => form.set(name, event.target.value)}
          />
        </span>
      )}
    </Field>
  )
}

const Measured = ({ row }: { row: ContrastRow }) => (
  <li className="colour-row">
    <span aria-hidden style={{ background: row.ground, color: row.top }}>
      Aa
    </span>
    <div>
      <p className="font-semibold text-ink">{row.name}</p>
      <p className="text-13 text-ink-3">{row.line}</p>
    </div>
    <span className="display tnum text-24 text-ink">{row.ratio}</span>
    <span
      className={`flex items-center gap-2 text-13 ${row.isAdjusted ? 'text-warning' : 'text-success'}`}
    >
      {row.isAdjusted ? (
        <WandSparkles size={16} aria-hidden />
      ) : (
        <CircleCheck size={16} aria-hidden />
      )}
      <span className="max-tablet:sr-only">{row.isAdjusted ? words.adjusted : words.passes}</span>
    </span>
  </li>
)
