import './rule-list.css'

interface RuleListProps {
  rules: readonly { when: string; result: string }[]
}

/** What happens in which case, on paper. */
export const RuleList = ({ rules }: RuleListProps) => (
  <dl className="rule-list">
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
  <details className="rule-fold">
    <summary>{title}</summary>
    <RuleList rules={rules} />
  </details>
)
