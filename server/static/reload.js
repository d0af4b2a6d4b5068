// Loads the page again when `toubkal dev` says so, and when the server is back after a restart.
let lost = false;
const events = new EventSource('/_/reload');
events.onmessage = () => location.reload();
events.onerror = () => {
  lost = true;
};
events.onopen = () => {
  if (lost) location.reload();
};
