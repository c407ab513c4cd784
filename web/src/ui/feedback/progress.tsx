/** A progress bar. `value` goes from 0 to 1. */
export const Progress = ({ value, label }: { value: number; label: string }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(value * 100)}
    className="h-1.5 overflow-hidden rounded-round bg-surface-2 in-[[role$=dialog]]:bg-surface-3"
  >
    <div
      className="h-full rounded-round bg-accent transition-[width] duration-(--t-base)"
      style={{ width: `${value * 100}%` }}
    />
  </div>
)
