/**
 * Crawlers that collect for the training of AI models, by the name they send. Search engines, link previews and
 * programs that open a page because somebody asked them to are not in it. What each collects for: its operator's own
 * page, as gathered in github.com/ai-robots-txt/ai.robots.txt (`table-of-bot-metrics.md`, read in November 2026).
 */
const TRAINING_CRAWLERS = [
  // Ai2: open language models.
  'AI2Bot',
  // Amazon: "may be used to train Amazon AI models". Its search crawler has another name.
  'Amazonbot',
  // Anthropic. Claude-User and Claude-SearchBot answer people.
  'ClaudeBot',
  'anthropic-ai',
  // ByteDance.
  'Bytespider',
  // Common Crawl: a public copy of the web, from which most models are trained.
  'CCBot',
  // Cohere.
  'cohere-training-data-crawler',
  // DeepSeek.
  'DeepSeekBot',
  // Meta. facebookexternalhit makes link previews.
  'FacebookBot',
  'meta-externalagent',
  // OpenAI. ChatGPT-User and OAI-SearchBot answer people.
  'GPTBot',
  // Tools and projects that build data sets of pictures.
  'img2dataset',
  'LAIONDownloader',
  // Huawei.
  'PanguBot',
  // Webz.io: sells data for training.
  'omgili',
  'Webzio-Extended',
] as const

/** Names that are read in robots.txt only: the requests themselves come from the operator's search crawler. */
const TRAINING_TOKENS = ['Applebot-Extended', 'Google-Extended'] as const

/** Everybody whom robots.txt asks to stay away. */
export const REFUSED_CRAWLERS: readonly string[] = [...TRAINING_CRAWLERS, ...TRAINING_TOKENS]

const NAMES = TRAINING_CRAWLERS.map((name) => name.toLowerCase())

/** Whether a request names itself as one of the training crawlers. Whoever hides its name is not found. */
export function isTrainingCrawler(userAgent: string | undefined): boolean {
  if (userAgent === undefined) return false
  const text = userAgent.toLowerCase()
  return NAMES.some((name) => text.includes(name))
}
