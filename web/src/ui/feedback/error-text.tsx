import { TriangleAlert } from 'lucide-react'

/** A sentence about an error, announced at once. */
export const ErrorText = ({ text }: { text: string }) => (
  <p role="alert" className="flex items-start gap-2 text-14 text-danger">
    <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
    {text}
  </p>
)
