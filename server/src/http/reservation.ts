/** Where the policy is that a reservation names. */
export const TDM_POLICY_PATH = '/.well-known/tdm-policy.json'

/** What crawlers that understand `noai` do not want to miss: neither pages nor pictures for training. */
const NO_AI = 'noai, noimageai'

/**
 * The headers that say whether something is kept out of AI training. `tdm-reservation` is sent either way, because
 * `/.well-known/tdmrep.json` reserves the whole site and a header overrides it.
 */
export const reservationHeaders = (
  isReserved: boolean,
  publicUrl: string,
): Readonly<Record<string, string>> =>
  isReserved
    ? {
        // draft-ietf-aipref-attach
        'content-usage': 'train-ai=n',
        // https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/
        'tdm-reservation': '1',
        'tdm-policy': `${publicUrl}${TDM_POLICY_PATH}`,
        'x-robots-tag': NO_AI,
      }
    : { 'tdm-reservation': '0' }

/** The same in the head of a page. */
export const reservationTags = (isReserved: boolean, publicUrl: string): string[] =>
  isReserved
    ? [
        `<meta name="robots" content="${NO_AI}">`,
        '<meta name="tdm-reservation" content="1">',
        `<meta name="tdm-policy" content="${publicUrl}${TDM_POLICY_PATH}">`,
      ]
    : ['<meta name="tdm-reservation" content="0">']
