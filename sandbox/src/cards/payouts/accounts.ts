import { invalid } from '../errors.ts'
import type { Call } from '../call.ts'
import { mergeMetadata } from '../payments/customers.ts'
import { emit } from '../webhooks/events.ts'
import { newId, get, save, named } from '../store.ts'
import type { Account } from '../kinds.ts'
import { anything, boolean, metadata, oneOf, required, shape, text } from '../params.ts'
import { listRoute, route, type Route } from '../routes.ts'

const capability = shape({ requested: boolean })
const DUE = ['external_account', 'individual.first_name', 'individual.last_name']
/** How long a link opens the form. */
const LINK_SECONDS = 5 * 60

const DETAILS = {
  email: text,
  metadata,
  business_profile: anything,
  business_type: oneOf('individual', 'company'),
  capabilities: shape({ transfers: capability, card_payments: capability }),
  settings: anything,
}

const listOf = (data: unknown[], url: string) => ({
  object: 'list' as const,
  data,
  has_more: false as const,
  url,
})

const requirements = (due: string[]) => ({
  alternatives: [],
  current_deadline: null,
  errors: [],
  past_due: [],
  pending_verification: [],
  eventually_due: due,
  currently_due: due,
  disabled_reason: due.length === 0 ? null : 'requirements.past_due',
})

function createAccount(
  call: Call,
  params: {
    type?: string
    country?: string
    email?: string
    business_type?: string
    metadata?: Record<string, string> | ''
    capabilities?: Record<string, { requested?: boolean }>
  },
) {
  const id = newId('acct', 16)
  const asked = Object.entries(params.capabilities ?? {})
    .filter(([, { requested }]) => requested === true)
    .map(([name]) => [name, 'inactive' as const])
  return save(call, {
    business_profile: null,
    default_currency: 'usd',
    future_requirements: requirements([]),
    business_type: params.business_type ?? 'individual',
    type: params.type ?? 'express',
    id,
    object: 'account' as const,
    created: call.now,
    capabilities: Object.fromEntries(asked) as Account['capabilities'],
    charges_enabled: false,
    country: params.country ?? 'US',
    details_submitted: false,
    email: params.email || null,
    external_accounts: listOf([], `/v1/accounts/${id}/external_accounts`),
    metadata: mergeMetadata({}, params.metadata),
    payouts_enabled: false,
    requirements: requirements(DUE),
  })
}

/** Completes an account with what the onboarding form collected. */
export async function completeAccount(
  call: Call,
  id: string,
  person: { firstName: string; lastName: string; bankLast4: string },
): Promise<Account> {
  const account = await get(call, 'account', id)
  const bank = {
    id: newId('ba'),
    object: 'bank_account',
    account: id,
    bank_name: 'STRIPE TEST BANK',
    country: 'US',
    currency: 'usd',
    default_for_currency: true,
    status: 'new',
    last4: person.bankLast4,
  }
  const complete = await save(call, {
    ...account,
    capabilities: Object.fromEntries(
      Object.keys(account.capabilities).map((name) => [name, 'active' as const]),
    ),
    charges_enabled: true,
    details_submitted: true,
    external_accounts: listOf([bank], account.external_accounts.url),
    individual: {
      id: newId('person'),
      object: 'person',
      account: id,
      created: call.now,
      first_name: person.firstName,
      last_name: person.lastName,
    },
    payouts_enabled: true,
    requirements: requirements([]),
  })
  await emit(call, 'account.updated', complete, { account: id })
  return complete
}

export const accountRoutes: Route[] = [
  route(
    'POST /v1/accounts',
    {
      ...DETAILS,
      type: oneOf('express', 'custom', 'standard'),
      country: text,
      default_currency: text,
      individual: anything,
      controller: anything,
      tos_acceptance: anything,
    },
    (call, params) =>
      createAccount(call, {
        ...params,
        capabilities: params.capabilities ?? {},
      }),
  ),
  route('GET /v1/accounts/:id', {}, (call, _params, id) => get(call, 'account', id)),
  listRoute('/v1/accounts', 'account', {}),
  route('POST /v1/accounts/:id', DETAILS, async (call, params, id) => {
    const account = await get(call, 'account', id)
    const state = account.details_submitted ? ('active' as const) : ('inactive' as const)
    const asked = Object.keys(params.capabilities ?? {}).map((name) => [name, state])
    const updated = await save(call, {
      ...account,
      email: params.email ?? account.email,
      metadata: mergeMetadata(account.metadata, params.metadata),
      capabilities: {
        ...(Object.fromEntries(asked) as Account['capabilities']),
        ...account.capabilities,
      },
    })
    await emit(call, 'account.updated', updated, { account: id })
    return updated
  }),
  route(
    'POST /v1/account_links',
    {
      account: required(text),
      type: required(oneOf('account_onboarding', 'account_update')),
      refresh_url: required(text),
      return_url: required(text),
      collect: oneOf('currently_due', 'eventually_due'),
      collection_options: anything,
    },
    async (call, params) => {
      await named(call, 'account', params.account, 'account')
      for (const name of ['refresh_url', 'return_url'] as const)
        if (!URL.canParse(params[name]))
          throw invalid('Not a valid URL', { code: 'url_invalid', param: name })
      const id = newId('alink')
      return save(call, {
        id,
        object: 'account_link' as const,
        created: call.now,
        expires_at: call.now + LINK_SECONDS,
        url: `${call.baseUrl}/cards/onboarding/${params.account}?link=${id}`,
        account: params.account,
        refresh_url: params.refresh_url,
        return_url: params.return_url,
      })
    },
  ),
]
