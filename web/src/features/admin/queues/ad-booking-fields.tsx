import {
  AD_PLACES,
  AD_WEEKS_AHEAD,
  type AdvertisementWeek,
} from '@plinth/contract/money/advertising.ts'
import { dayWords } from '../../../lib/format/days.ts'
import { Field } from '../../../ui/form/field.tsx'
import { NativeSelect } from '../../../ui/form/native-select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { Booking, bookingProblems } from './ad-rules.ts'
import { adTexts as texts } from './queue-texts.ts'

interface AdBookingProps {
  booking: Booking
  weeks: readonly AdvertisementWeek[]
  problems: ReturnType<typeof bookingProblems>
  onBooking: (booking: Booking) => void
}

/** The placement and weeks of a booking. Only free weeks can be its first. */
export function AdBookingFields({ booking, weeks, problems, onBooking }: AdBookingProps) {
  const free = weeks.filter(({ sold }) => !sold.includes(booking.place))
  return (
    <fieldset className="grid gap-3 tablet:grid-cols-[1fr_1.4fr_88px]">
      <legend className="mb-2 text-14 font-semibold text-ink">{texts.booking}</legend>
      <Field label={texts.place}>
        {(aria) => (
          <NativeSelect
            {...aria}
            options={AD_PLACES.map((value) => ({ value, label: texts.types[value] }))}
            value={booking.place}
            placeholder=""
            onValueChange={(place) => onBooking({ place, weeks: booking.weeks })}
          />
        )}
      </Field>
      <Field label={texts.week} hint={texts.weekHint} error={problems.weekStart}>
        {(aria) => (
          <NativeSelect
            {...aria}
            options={free.map(({ weekStart }) => ({
              value: weekStart,
              label: dayWords(weekStart),
            }))}
            value={booking.weekStart}
            placeholder={texts.week}
            onValueChange={(weekStart) => onBooking({ ...booking, weekStart })}
          />
        )}
      </Field>
      <Field label={texts.length} error={problems.weeks}>
        {(aria) => (
          <TextInput
            {...aria}
            type="number"
            min={1}
            max={AD_WEEKS_AHEAD}
            value={booking.weeks}
            onChange={({ target }) => onBooking({ ...booking, weeks: target.valueAsNumber || 1 })}
          />
        )}
      </Field>
    </fieldset>
  )
}
