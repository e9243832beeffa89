// The part of a pay page that is the same for all vendors. The vendor's part is the next script of the page.

const form = document.querySelector('form')
const button = document.querySelector('button')
const problem = document.querySelector('[role=alert]')
const { model, texts } = JSON.parse(document.getElementById('model').textContent)

const fail = (text = texts.failed) => {
  problem.textContent = text
  button.disabled = false
}

globalThis.payPage = {
  model,
  /** The vendor's script is there, so the button may be pressed. */
  ready: (pay) => {
    button.disabled = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      problem.textContent = ''
      button.disabled = true
      Promise.resolve(pay()).catch(() => fail())
    })
  },
  /** The button may be pressed again, for example after the payer closed the vendor's window. */
  free: () => {
    button.disabled = false
  },
  fail,
  /** The vendor's script did not load. */
  missing: () => {
    problem.textContent = texts.unavailable
  },
  /** Sends the form to this server, once. */
  send: (fields) => {
    button.disabled = true
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = value ?? ''
      form.append(input)
    }
    form.submit()
  },
}
