import './rule-list.css'

interface RuleListProps {
  rules: readonly { when: string; result: string }[]
}

/** Rules: what happens in which case. */
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

/** The same rules, collapsed until opened. */
export const RuleFold = ({ title, rules }: RuleListProps & { title: string }) => (
  <details className="rule-fold mt-3">
    <summary>{title}</summary>
    <RuleList rules={rules} />
  </details>
)
