import { bytes, counted } from '../../../lib/format/format.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `3 minutes`, in the largest unit that fits. */
export const span = (seconds: number): string => {
  const unit = UNITS.find(([, size]) => seconds >= size)
  return unit === undefined
    ? counted(Math.round(seconds), 'second')
    : counted(Math.floor(seconds / unit[1]), unit[0])
}

const GIGABYTE = 1024 ** 3

/** `66.6 GB`; less than a gigabyte as elsewhere. */
export const amount = (size: number): string =>
  size < GIGABYTE ? bytes(size) : `${(size / GIGABYTE).toFixed(1)} GB`

export const healthTexts = {
  loading: 'Loading how Plinth is doing',
  failed: 'We couldn’t load how Plinth is doing.',
  live: 'Read again every 15 seconds.',
  jobs: {
    title: 'Background jobs',
    columns: ['Queue', 'Waiting', 'Running', 'Again', 'Failed', 'Longest wait'],
    empty: 'Nothing is waiting, and nothing has failed.',
    retryAll: 'Run all again',
    retryAllOf: (queue: string) => `Run all failed jobs of ${queue} again`,
    retrying: 'Starting...',
    retried: (value: number) => `${counted(value, 'job')} will run again`,
    retryFailed: 'We couldn’t run that again',
  },
  failures: {
    title: 'Failed jobs and emails',
    says: 'The last 100. They are kept for a week.',
    empty: 'Nothing has failed in the last week.',
    failed: 'We couldn’t load what has failed.',
    retry: 'Run again',
    send: 'Send again',
    retryThat: (queue: string, when: string) => `Run ${queue} of ${when} again`,
    sendTo: (to: string) => `Send the email to ${to} again`,
    to: (to: string) => `Email to ${to}`,
    silent: 'No reason was given.',
  },
  money: {
    title: 'Money',
    off: 'No card provider is set up.',
    last: 'Last check of the books',
    never: 'Not yet',
    differences: 'Differences',
    none: 'None',
    difference: (what: string, ours: string, theirs: string) =>
      `${what}: ${ours} in the books, ${theirs} at the provider`,
    events: 'Events stuck for five minutes',
    refunds: 'Failed refunds',
    transfers: 'Failed transfers',
    csv: 'Download the books as CSV',
    csvBusy: 'Checking...',
    csvFailed: 'We couldn’t download the books.',
    check: 'Check the books now',
    checking: 'Starting...',
    checked: 'The check has started. Its result appears here.',
    checkFailed: 'We couldn’t start the check',
  },
  storage: {
    title: 'Storage',
    files: 'Files',
    originals: 'Originals',
    renditions: 'Renditions',
    counted: 'Not recorded. “plinth media check” counts them.',
    disk: 'Free on the data disk',
    free: (free: string, size: string) => `${free} of ${size}`,
    noDisk: 'The disk can’t be read',
    waiting: (state: string) => `Files ${state}`,
    since: (value: number, time: string) => (value === 0 ? 'None' : `${value}, oldest ${time}`),
  },
  system: {
    title: 'Database, caches and versions',
    replicas: 'Replicas',
    noReplicas: 'None set up',
    replica: (name: string, state: string) => `${name}: ${state}`,
    states: { ok: 'in use', late: 'too far behind', gone: 'not answering' },
    lag: (time: string) => `${time} behind`,
    partitions: 'Partitions ahead',
    months: (name: string, value: number) =>
      value < 0
        ? `${name.replaceAll('_', ' ')}: none for this month`
        : `${name.replaceAll('_', ' ')}: ${counted(value, 'month')}`,
    cache: 'Cache in front',
    noCache: 'None set up',
    told: 'Told everything',
    untold: (value: number, time: string) => `${value} to tell, longest ${time}`,
    email: 'Email',
    emailOn: 'A mail server is set up',
    emailOff: 'No mail server is set up',
    backups: 'Backups',
    unknown: 'Not known to Plinth',
    migration: 'Newest migration',
    postgres: 'PostgreSQL',
    node: 'Node',
  },
  tryLater: 'Please try again.',
} as const
