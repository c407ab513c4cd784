import './rule-list.css'

interface RuleListProps {
  rules: readonly { when: string; result: string }[]
}

/** What happens in which case, on paper. */
export const RuleList = ({ rules }: RuleListProps) => (
  <dl className="rule-list text-13 mt-2">
    {rules.map(({ when, result }) => (
      <div key={when}>
        <dt>{when}</dt>
        <dd className="tnum">{result}</dd>
      </div>
    ))}
  </dl>
)

/** The same, folded away until somebody wants to read it. */
export const RuleFold = ({ title, rules }: RuleListProps & { title: string }) => (
  <details className="rule-fold mt-3">
    <summary>{title}</summary>
    <RuleList rules={rules} />
  </details>
)
