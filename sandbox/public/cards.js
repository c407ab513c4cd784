const FILL = { expiry: '12 / 34', cvc: '123' }

for (const button of document.querySelectorAll('button[name=fill]')) {
  button.addEventListener('click', (event) => {
    event.preventDefault()
    const { elements } = button.form
    elements.number.value = button.value.replace(/(.{4})(?=.)/g, '$1 ')
    for (const [name, value] of Object.entries(FILL)) elements[name].value = value
    if (elements.name.value === '') elements.name.value = 'Test Buyer'
    if (elements.email?.value === '') elements.email.value = 'buyer@example.com'
    document.querySelector('[data-filled]').textContent =
      `Filled in: ${elements.number.value}, ${button.textContent.trim()}`
  })
}

/** Groups the digits of a card number by four, and leaves the caret where it was. */
function group(input) {
  const digitsBefore = input.value.slice(0, input.selectionStart).replace(/\D/g, '').length
  const digits = input.value.replace(/\D/g, '').slice(0, 19)
  const grouped = digits.replace(/(.{4})(?=.)/g, '$1 ')
  if (grouped === input.value) return
  input.value = grouped
  const caret = digitsBefore + Math.max(0, Math.ceil(digitsBefore / 4) - 1)
  input.setSelectionRange(caret, caret)
}
const number = document.querySelector('input[name=number]')
number?.addEventListener('input', () => group(number))

// One press is one payment: the server says so, too.
for (const form of document.querySelectorAll('form')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent === 'yes') event.preventDefault()
    form.dataset.sent = 'yes'
  })
}
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form')) delete form.dataset.sent
})
