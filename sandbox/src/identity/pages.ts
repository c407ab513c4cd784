import { html, type Html, layout, logo } from '../html.ts'
import type { DemoAccount } from './accounts.ts'
import { MIN_PASSWORD_LENGTH, type FormState } from './forms.ts'

/** The two tabs of the page. */
export type Screen = 'password' | 'create'

/** `form-action` includes Plinth, because Chromium also applies it to the redirects after a form. */
export const contentSecurityPolicy = (plinthUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `form-action 'self' ${plinthUrl}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const WORKS = [
  ['moon-over-six-hills', 'Linocut of a pale moon over striped hills', 88, 112],
  ['nachtmusik', 'Red poster with white arcs and the word Nachtmusik', 118, 168],
  ['ten-minutes-to-six', 'Low sun over a rippled sea', 192, 128],
  ['moon-jar', 'Large white round jar', 140, 140],
] as const

const creatorMark = html`<svg viewBox="0 0 12 12" aria-hidden="true">
  <path d="M3 1h6v6.2H3zM0 8.6h12v2.2H0z" />
</svg>`

export function signInPage(options: {
  uid: string
  screen: Screen
  form: FormState
  demoAccounts: DemoAccount[]
  plinthUrl: string
}): Html {
  const { uid, screen, form, demoAccounts, plinthUrl } = options
  const title = screen === 'create' ? 'Create account' : 'Sign in'
  const tab = (name: Screen, label: string) =>
    html`<a href="/sign-in/${uid}/${name}" ${screen === name ? html` aria-current="page"` : ''}
      >${label}</a
    >`
  return identityLayout(
    title,
    html`<div class="halves">
      <main>
        <div class="column">
          ${logo(plinthUrl)}
          <h1>${title}</h1>
          <p class="continue">to continue to <strong>Plinth</strong></p>
          <nav class="tabs" aria-label="Sign in or create an account">
            ${tab('password', 'Sign in')}${tab('create', 'Create account')}
          </nav>
          ${form.alert ? html`<p class="alert" role="alert">${form.alert}</p>` : ''}
          ${screen === 'create' ? createForm(uid, form, plinthUrl) : passwordForm(uid, form)}
        </div>
      </main>
      <aside aria-label="Demo accounts">
        ${demoAccounts.length === 0 ? '' : demoList(uid, demoAccounts)}
        <div class="ledge">
          <div class="works">
            ${WORKS.map(([name, alt, width, height]) => html`<img src="/assets/${name}.webp" alt="${alt}" width="${width}" height="${height}" />`)}
          </div>
        </div>
      </aside>
    </div>`,
  )
}

const passwordForm = (uid: string, form: FormState) =>
  html` <form method="post" action="/sign-in/${uid}/password" novalidate>
      ${field(form, { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', focus: true })}
      ${field(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
      <button class="primary">Sign in</button>
    </form>
    <p class="note">
      No account yet? <a href="/sign-in/${uid}/create">Create account</a> takes a name, an email and
      a password.
    </p>`

const createForm = (uid: string, form: FormState, plinthUrl: string) =>
  html` <form method="post" action="/sign-in/${uid}/create" novalidate>
      <div class="names">
        ${field(form, { name: 'firstName', label: 'First name', type: 'text', autocomplete: 'given-name', focus: true })}
        ${field(form, { name: 'lastName', label: 'Last name', type: 'text', autocomplete: 'family-name' })}
      </div>
      ${field(form, { name: 'email', label: 'Email', type: 'email', autocomplete: 'username' })}
      ${field(form, {
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'new-password',
        hint: `At least ${MIN_PASSWORD_LENGTH} characters.`,
      })}
      <button class="primary">Create account</button>
    </form>
    <p class="note">
      By joining you agree to the
      <a href="${plinthUrl}/terms" target="_blank" rel="noopener">Terms of service</a>.
      <a href="${plinthUrl}/privacy" target="_blank" rel="noopener">Privacy</a> says what Plinth
      stores.
    </p>
    <p class="note">
      It stays on this machine. Its emails arrive in the <a href="/mailbox">mailbox</a> here.
    </p>`

function field(
  form: FormState,
  input: {
    name: string
    label: string
    type: string
    autocomplete: string
    hint?: string
    focus?: boolean
  },
): Html {
  const { name, label, type, autocomplete, hint, focus } = input
  const error = form.errors?.[name]
  const firstWrong = Object.keys(form.errors ?? {})[0]
  const takesFocus = firstWrong === undefined ? focus === true : firstWrong === name
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field">
    <div class="label">
      <label for="${name}">${label}</label
      >${type === 'password' ? html`<button type="button" class="show" data-shows="${name}" aria-label="Show password" hidden>Show</button>` : ''}
    </div>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      required
      value="${form.values?.[name]}"
      ${type === 'email' ? html` autocapitalize="none" spellcheck="false"` : ''}${described ? html` aria-describedby="${described}"` : ''}${error ? html` aria-invalid="true"` : ''}${takesFocus ? html` autofocus` : ''}
    />
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : ''}
  </div>`
}

const demoList = (uid: string, accounts: DemoAccount[]) =>
  html` <h2>Or walk in as someone</h2>
    <p class="sub">One click, no password. The wall is already hung.</p>
    <form method="post" action="/sign-in/${uid}/demo">
      <ul class="people">
        ${accounts.map(demoRow)}
      </ul>
    </form>`

const demoRow = (person: DemoAccount) =>
  html`<li>
    <span class="avatar ${person.role}"
      >${person.avatar ? html`<img src="${person.avatar}" alt="" width="48" height="48" />` : ''}</span
    >
    <span class="who"
      ><span class="name">${person.firstName} ${person.lastName}</span> ${badge(person.role)}
      <span class="line">${person.line}</span></span
    >
    <button name="subject" value="${person.subject}">Sign in as ${person.firstName}</button>
  </li>`

function badge(role: DemoAccount['role']): Html {
  if (role === 'creator') return html`<span class="badge wash">${creatorMark}Creator</span>`
  if (role === 'admin') return html`<span class="badge white">Admin</span>`
  return html`<span class="role">Follower</span>`
}

/** A script submits the form; the button is for browsers without scripts. `form` comes from the provider, with its own end tag. */
export const signOutPage = (form: Html, plinthUrl: string): Html =>
  centred(
    'Signing out',
    plinthUrl,
    html`${form}
      <input type="hidden" name="logout" value="yes" form="op.logoutForm" />
      <button class="primary" form="op.logoutForm">Sign out</button>
      <script src="/assets/submit.js" defer></script>`,
  )

export const signedOutPage = (plinthUrl: string): Html =>
  centred('Signed out', plinthUrl, html`<a class="primary" href="${plinthUrl}/">Go to Plinth</a>`)

export const failurePage = (sentence: string, plinthUrl: string): Html =>
  centred(
    'This sign-in cannot go on',
    plinthUrl,
    html`<p>${sentence}</p>
      <a class="primary" href="${plinthUrl}/api/login">Start again</a>`,
  )

export const accountLayout = (content: Html, plinthUrl: string): Html =>
  centred('Your account', plinthUrl, content)

const centred = (title: string, plinthUrl: string, content: Html): Html =>
  identityLayout(
    title,
    html`<main class="alone">
      <div class="column">
        ${logo(plinthUrl)}
        <h1>${title}</h1>
        ${content}
      </div>
    </main>`,
  )

const identityLayout = (title: string, body: Html): Html =>
  layout({
    title,
    strip: 'Sandbox identity provider. Accounts here are for trying Plinth on your own machine.',
    styles: ['sign-in.css'],
    script: 'show-password.js',
    body,
  })
