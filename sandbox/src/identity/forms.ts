export const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 200
const MAX_NAME_LENGTH = 50
const MAX_EMAIL_LENGTH = 254

/** What a form shows again: the values except the password, and its errors. */
export interface FormState {
  status?: number
  values?: Record<string, string>
  errors?: Record<string, string>
  /** An error that belongs to no single field. */
  alert?: string
}

/** `form.errors` is set when something is wrong. */
export function checkSignIn(fields: URLSearchParams) {
  const email = line(fields, 'email')
  const password = fields.get('password') ?? ''
  const form = formState(
    { email },
    {
      email: email === '' ? 'Enter the email of your account.' : '',
      password: password === '' ? 'Enter your password.' : '',
    },
  )
  return { email, password, form }
}

/** `form.errors` is set when something is wrong. */
export function checkCreate(fields: URLSearchParams) {
  const person = {
    firstName: line(fields, 'firstName'),
    lastName: line(fields, 'lastName'),
    email: line(fields, 'email'),
  }
  const password = fields.get('password') ?? ''
  const form = formState(person, {
    firstName: nameProblem(person.firstName, 'first'),
    lastName: nameProblem(person.lastName, 'last'),
    email: isEmail(person.email) ? '' : 'Enter an email such as name@example.com.',
    password: passwordProblem(password),
  })
  return { person, password, form }
}

function formState(values: Record<string, string>, problems: Record<string, string>): FormState {
  const errors = Object.fromEntries(Object.entries(problems).filter(([, text]) => text !== ''))
  return Object.keys(errors).length === 0 ? { values } : { values, errors }
}

/** Reads one line of text without control characters, which PostgreSQL could not store. */
const line = (fields: URLSearchParams, name: string): string =>
  (fields.get(name) ?? '').replaceAll(/\p{Cc}+/gu, ' ').trim()

function nameProblem(name: string, which: string): string {
  if (name === '') return `Enter your ${which} name.`
  return name.length > MAX_NAME_LENGTH ? `At most ${MAX_NAME_LENGTH} characters.` : ''
}

const isEmail = (email: string): boolean =>
  email.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)

function passwordProblem(password: string): string {
  if (password.length < MIN_PASSWORD_LENGTH)
    return `At least ${MIN_PASSWORD_LENGTH} characters; this has ${password.length}.`
  return password.length > MAX_PASSWORD_LENGTH ? `At most ${MAX_PASSWORD_LENGTH} characters.` : ''
}
