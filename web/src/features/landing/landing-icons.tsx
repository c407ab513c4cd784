/** Lucide's shapes, copied here: its component would be larger than the whole hero. */
const Icon = ({ size, className, path }: { size: number; className?: string; path: string }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    className={`flex-none ${className ?? ''}`}
    aria-hidden
  >
    <path d={path} />
  </svg>
)

export const CheckIcon = () => <Icon size={16} className="text-ink-3" path="M20 6 9 17l-5-5" />
export const SearchIcon = () => (
  <Icon size={20} path="m21 21-4.34-4.34M11 3a8 8 0 1 0 0 16 8 8 0 0 0 0-16z" />
)
