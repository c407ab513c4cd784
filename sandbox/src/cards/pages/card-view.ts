import { html, type Html } from '../../html.ts'
import {
  spaced,
  TEST_CARDS,
  testCard,
  type CardDetails,
  type TestCard,
} from '../payments/methods.ts'
import { field } from './request.ts'

export interface CardEntry {
  values: Partial<Record<'email' | 'number' | 'expiry' | 'cvc' | 'name', string>>
  errors: Partial<Record<'email' | 'number' | 'expiry' | 'cvc' | 'name', string>>
  alert?: string
}

export type CheckedCard = { card: TestCard; details: CardDetails } | null

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const MAX_LENGTH = 200

/** Checks the form. A number that is not a test card is neither stored nor shown again. */
export function checkCard(
  form: URLSearchParams,
  now: number,
  asksEmail: boolean,
): { entry: CardEntry; checked: CheckedCard } {
  const line = (name: string) =>
    (form.get(name) ?? '')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, MAX_LENGTH)
  const typed = line('number')
  const card = testCard(typed)
  const expiry = expiryOf(line('expiry'), now)
  const errors: CardEntry['errors'] = {
    ...(asksEmail && !EMAIL.test(line('email'))
      ? { email: 'Enter an email such as name@example.com.' }
      : {}),
    ...(card === null ? { number: numberProblem(typed) } : {}),
    ...(typeof expiry === 'string' ? { expiry } : {}),
    ...(/^\d{3}$/.test(line('cvc')) ? {} : { cvc: 'Enter three digits. Any will do.' }),
    ...(line('name') === '' ? { name: 'Enter the name on the card.' } : {}),
  }
  const values: CardEntry['values'] = {
    email: line('email'),
    name: line('name'),
    ...(card === null
      ? {}
      : {
          number: spaced(card.number),
          expiry: line('expiry'),
          cvc: line('cvc'),
        }),
  }
  const entry = { values, errors }
  if (card === null || typeof expiry === 'string' || Object.keys(errors).length > 0)
    return { entry, checked: null }
  const details = { ...expiry, email: asksEmail ? line('email') : null, name: line('name') }
  return { entry, checked: { card, details } }
}

function expiryOf(typed: string, now: number): { expMonth: number; expYear: number } | string {
  const [, month, year] = /^(\d{1,2})\s*\/\s*(?:20)?(\d{2})$/.exec(typed) ?? []
  const [expMonth, expYear] = [Number(month), 2_000 + Number(year)]
  if (month === undefined || expMonth < 1 || expMonth > 12)
    return 'Enter month and year, such as 12 / 34.'
  const isPast = Date.UTC(expYear, expMonth, 1) / 1_000 <= now
  return isPast ? 'This card has expired. Enter any future date.' : { expMonth, expYear }
}

function numberProblem(typed: string): string {
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (digits === '') return 'Enter a card number, or choose a test card below.'
  return /^\d{12,19}$/.test(digits) && passesLuhn(digits)
    ? 'Real cards are refused here, and this number was not kept. Choose a test card below.'
    : 'This is not one of the test cards. Choose one below.'
}

function passesLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}

/** The form filled in by a click on a test card, for browsers without scripts. */
export function filled(form: URLSearchParams): CardEntry | null {
  const card = testCard(form.get('fill') ?? '')
  if (card === null) return null
  return {
    values: {
      email: form.get('email') || 'buyer@example.com',
      number: spaced(card.number),
      expiry: '12 / 34',
      cvc: '123',
      name: form.get('name') || 'Test Buyer',
    },
    errors: {},
  }
}

/** `autocomplete` is off, because the cards that a browser remembers are real ones. */
export function cardFields({ values, errors }: CardEntry, asksEmail: boolean): Html {
  const [firstWrong] = Object.keys(errors)
  const part = (name: 'number' | 'expiry' | 'cvc', label: string, example: string) => {
    const error = errors[name]
    return html`<div class="part ${name}">
      <label for="${name}" ${name === 'number' ? '' : html`class="unseen"`}>${label}</label>
      <input
        id="${name}"
        name="${name}"
        value="${values[name]}"
        placeholder="${example}"
        inputmode="numeric"
        autocomplete="off"
        ${error ? html` aria-invalid="true" aria-describedby="${name}-error"` : ''}${name === firstWrong ? html` autofocus` : ''}
      />
    </div>`
  }
  const problems = (['number', 'expiry', 'cvc'] as const).map((name) =>
    errors[name] === undefined ? '' : html`<p class="wrong" id="${name}-error">${errors[name]}</p>`,
  )
  return html`${
      asksEmail
        ? field({
            name: 'email',
            label: 'Email',
            type: 'email',
            autocomplete: 'email',
            value: values.email,
            error: errors.email,
            takesFocus: firstWrong === 'email',
          })
        : ''
    }
    <div class="entry">
      <div class="card">
        ${part('number', 'Card number', '4242 4242 4242 4242')}
        <span class="test">TEST</span>
        ${part('expiry', 'Expiry date, month and year', '12 / 34')}
        ${part('cvc', 'Security code, three digits', '123')}
      </div>
      ${problems}
    </div>
    ${field({ name: 'name', label: 'Name on card', value: values.name, error: errors.name, takesFocus: firstWrong === 'name' })}`
}

/** A list of buttons that fill in the form with the given id. */
export const testCards = (form: string): Html =>
  html`<details class="cards">
    <summary>
      <span><b>Test cards</b> for success, refusal and confirmation</span>
    </summary>
    <p>Any future date, any three digits. Choose one to fill it in.</p>
    <ul>
      ${TEST_CARDS.map(
        ({ number, line, mood }) =>
          html`<li>
            <button form="${form}" name="fill" value="${number}" formnovalidate>
              <span class="digits">${spaced(number)}</span> <span class="${mood}">${line}</span>
            </button>
          </li>`,
      )}
    </ul>
    <p class="unseen" role="status" data-filled></p>
  </details>`
