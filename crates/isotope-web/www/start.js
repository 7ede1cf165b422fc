'use strict';
Isotope.setUp();
document.querySelector('.skip').addEventListener('click', event => {
  // The address is the state: it stays.
  event.preventDefault();
  document.getElementById('pane').focus();
});
Isotope.start();
