const LINK = 'hit font-semibold underline decoration-1 underline-offset-4'

/** What somebody agrees to by joining or paying. The links open beside the page, so nothing typed there is lost. */
export const TermsSentence = ({ by }: { by: 'joining' | 'paying' }) => (
  <>
    By {by} you agree to the{' '}
    <a href="/terms" target="_blank" rel="noopener" className={LINK}>
      Terms of service
    </a>
    {by === 'joining' ? (
      <>
        .{' '}
        <a href="/privacy" target="_blank" rel="noopener" className={LINK}>
          Privacy
        </a>{' '}
        says what we store
      </>
    ) : null}
    .
  </>
)
