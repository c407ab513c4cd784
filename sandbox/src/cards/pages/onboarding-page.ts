import { html, type Html } from '../../html.ts'
import { completeAccount } from '../payouts/accounts.ts'
import { find } from '../store.ts'
import {
  originOf,
  alertBox,
  field,
  need,
  redirect,
  show,
  smallPrint,
  type PageRequest,
} from './request.ts'

/** The only bank account that is accepted. */
const ROUTING = '110000000'
const ACCOUNT = '000123456789'

const NAMES = ['first', 'last', 'routing', 'bank'] as const
type Values = Partial<Record<(typeof NAMES)[number], string>>

/** The page where a creator enters their name and bank account. */
export async function onboardingPage(page: PageRequest, id: string): Promise<void> {
  const { form, write, read, response, url } = page
  const linkId = url.searchParams.get('link') ?? ''
  const { link, account, now } = await read(async (call) => ({
    account: await need(call, 'account', id),
    link: await find(call, 'account_link', linkId),
    now: call.now,
  }))
  if (link === null || link.account !== id)
    return show(response, {
      title: 'No such link',
      status: 404,
      body: notice('This link does not open anything', 'Ask Plinth for a new one.'),
    })
  // The link expires for opening the form, not for sending it.
  if (form === null && now > link.expires_at) return redirect(response, link.refresh_url)
  const origins = [originOf(link.return_url), originOf(link.refresh_url)]
  const showForm = (values: Values, errors: Values, status = 200) =>
    show(response, {
      title: 'Get paid',
      status,
      origins,
      body: view({ action: `${url.pathname}${url.search}`, values, errors, email: account.email }),
    })
  if (form === null) return showForm({}, {})
  if (form.get('step') === 'later') return redirect(response, link.return_url)
  const values = readValues(form)
  if (form.get('step') === 'fill')
    return showForm(
      {
        first: values.first || 'Test',
        last: values.last || 'Creator',
        routing: ROUTING,
        bank: ACCOUNT,
      },
      {},
    )
  const errors = problems(values)
  // Like a card number, a bank account that is not the test one is never shown again.
  if (Object.keys(errors).length > 0)
    return showForm({ first: values.first ?? '', last: values.last ?? '' }, errors, 422)
  await write((call) =>
    completeAccount(call, id, {
      firstName: values.first ?? '',
      lastName: values.last ?? '',
      bankLast4: ACCOUNT.slice(-4),
    }),
  )
  redirect(response, link.return_url)
}

const readValues = (form: URLSearchParams): Values =>
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      (form.get(name) ?? '')
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 100),
    ]),
  )

const problems = ({ first, last, routing, bank }: Values): Values => ({
  ...(first ? {} : { first: 'Enter your first name.' }),
  ...(last ? {} : { last: 'Enter your last name.' }),
  ...(routing === ROUTING ? {} : { routing: `Real banks are refused here. Use ${ROUTING}.` }),
  ...(bank === ACCOUNT ? {} : { bank: `Real accounts are refused here. Use ${ACCOUNT}.` }),
})

const notice = (title: string, sentence: string): Html =>
  html`<main class="sheet">
    <h1>${title}</h1>
    <p>${sentence}</p>
  </main>`

const view = (options: {
  action: string
  values: Values
  errors: Values
  email: string | null
}): Html => {
  const { action, values, errors, email } = options
  const [firstWrong] = Object.keys(errors)
  const entry = (name: keyof Values, label: string, hint?: string) =>
    field({
      name,
      label,
      value: values[name],
      error: errors[name],
      takesFocus: name === firstWrong,
      ...(hint === undefined ? {} : { hint, isNumeric: true }),
    })
  return html`<main class="sheet">
    <h1>Get paid</h1>
    <p>${email === null ? '' : `For ${email}. `}Who you are, and where your money goes.</p>
    ${firstWrong !== undefined ? alertBox('Some of this needs another look.') : ''}
    <form id="onboard" method="post" action="${action}" novalidate>
      <div class="pair">${entry('first', 'First name')} ${entry('last', 'Last name')}</div>
      <div class="entry">
        <label for="country">Country</label>
        <select id="country" name="country">
          <option value="US">United States</option>
        </select>
      </div>
      ${entry('routing', 'Routing number', `The test bank has ${ROUTING}.`)}
      ${entry('bank', 'Account number', `The test account has ${ACCOUNT}.`)}
      <button class="go" name="step" value="finish">Finish</button>
      <div class="pair">
        <button class="plain" name="step" value="fill">Fill in test details</button>
        <button class="plain" name="step" value="later">Later</button>
      </div>
    </form>
    ${smallPrint}
  </main>`
}
