-- Acts like a Neovim user: opens a file, breaks it, reads hovers, completes, goes to a definition, renames.
local passing, failing = 0, 0
local function check(name, ok, seen)
  if ok then passing = passing + 1; io.stdout:write('ok      ' .. name .. '\n')
  else failing = failing + 1; io.stdout:write('FAILED  ' .. name .. '\n' .. (type(seen) == 'string' and seen or vim.inspect(seen)) .. '\n') end
end
local function finish()
  io.stdout:write(passing .. ' passing, ' .. failing .. ' failing\n')
  vim.cmd(failing == 0 and 'qall!' or 'cquit!')
end

local root = vim.fn.getcwd()
local client
local function open(file)
  -- a buffer that a rename changed must not be reloaded from disk
  vim.cmd((vim.fn.bufloaded(file) == 1 and 'buffer ' or 'edit ') .. file)
  vim.bo.filetype = 'json'
  if not client then
    client = vim.lsp.start_client({ name = 'preflight', cmd = { 'node', vim.env.PREFLIGHT, 'lsp', '--stdio' }, root_dir = root })
  end
  vim.lsp.buf_attach_client(0, client)
  vim.wait(10000, function() return vim.lsp.buf_get_clients(0)[client] ~= nil end)
end
local function ask(method, params)
  local answers, problem = vim.lsp.buf_request_sync(0, method, params, 10000)
  if not answers then return nil, problem end
  for _, answer in pairs(answers) do return answer.result, answer.error end
end
-- moves the cursor to `into` characters after the start of a text, and returns the position
local function at(text, into)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { number, column - 1 + (into or 0) })
      return vim.lsp.util.make_position_params()
    end
  end
  error('there is no ' .. text)
end
local function messages()
  return vim.tbl_map(function(d) return d.message end, vim.diagnostic.get(0))
end

local ok, problem = pcall(function()
  open('numbers/main.phone-number.json')
  check('the server is attached', vim.lsp.buf_get_clients(0)[client] ~= nil, vim.lsp.get_log_path())
  vim.wait(1000, function() return false end)
  check('a correct file has no diagnostics', #vim.diagnostic.get(0) == 0, messages())

  -- diagnostics
  local params = at('"prod"', 1)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column + 4, { 'prodd' })
  vim.wait(5000, function() return #vim.diagnostic.get(0) > 0 end)
  local shown = vim.diagnostic.get(0)[1] or {}
  check('a missing tag is underlined', shown.code == 'unresolved-agent-version' and shown.lnum == row - 1 and shown.col == column - 1, vim.diagnostic.get(0))
  check('the message suggests the nearest tag', (shown.message or ''):find('did you mean "prod"', 1, true) ~= nil, shown.message)

  -- code action
  local actions = ask('textDocument/codeAction', vim.tbl_extend('error', vim.lsp.util.make_range_params(), { context = { diagnostics = {} } })) or {}
  local titles = vim.tbl_map(function(action) return action.title end, actions)
  check('fixes are offered', #actions > 0, titles)

  -- completion
  local completed = ask('textDocument/completion', vim.tbl_extend('error', at('"prodd"', 1), { context = { triggerKind = 1 } }))
  local labels = vim.tbl_map(function(item) return item.label end, completed and (completed.items or completed) or {})
  check('the tags of that agent are offered', vim.tbl_contains(labels, 'prod') or vim.tbl_contains(labels, '"prod"'), labels)
  vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column + 5, { 'prod' })
  vim.wait(5000, function() return #vim.diagnostic.get(0) == 0 end)
  check('fixing it clears the diagnostics', #vim.diagnostic.get(0) == 0, messages())

  -- hover
  local hover = ask('textDocument/hover', at('"prod"', 1))
  local text = hover and hover.contents and hover.contents.value or ''
  check('hover shows what the tag selects', text:find('version', 1, true) ~= nil and text:find('published', 1, true) ~= nil, text)

  -- definition
  local definition = ask('textDocument/definition', at('"prod"', 1))
  local places = definition and (definition.uri and { definition } or definition) or {}
  local uris = table.concat(vim.tbl_map(function(place) return (place.uri or place.targetUri):match('clinic/(.*)$') end, places), ' ')
  check('definition goes to the record that it resolves to', uris:find('front-desk/v', 1, true) ~= nil or uris:find('agents.agent-list.json', 1, true) ~= nil, uris)

  -- symbols
  local symbols = ask('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params() }) or {}
  check('the file has an outline', #symbols > 0, symbols)

  -- rename over files
  open('agents/agents.agent-list.json')
  local refused, why = ask('textDocument/rename', vim.tbl_extend('error', at('"prod"', 1), { newName = 'production' }))
  check('a rename that would change live calls is refused with the reason', refused == nil and why ~= nil and why.message:find('liveTags', 1, true) ~= nil, { refused, why })
  local rename = ask('textDocument/rename', vim.tbl_extend('error', at('"staging"', 1), { newName = 'rehearsal' }))
  local changed = {}
  for uri in pairs(rename and rename.changes or {}) do changed[#changed + 1] = uri:match('clinic/(.*)$') end
  for _, change in ipairs(rename and rename.documentChanges or {}) do changed[#changed + 1] = change.textDocument.uri:match('clinic/(.*)$') end
  table.sort(changed)
  check('a rename changes several files', vim.deep_equal(changed, { 'agents/agents.agent-list.json', 'agents/front-desk/v4.agent.json' }), changed)
  if rename then
    vim.lsp.util.apply_workspace_edit(rename, 'utf-16')
    for _, file in ipairs(changed) do
      open(file)
      local after = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      check('and ' .. file .. ' is changed', after:find('"rehearsal"', 1, true) ~= nil and after:find('"staging"', 1, true) == nil, after)
    end
    vim.wait(5000, function() return #vim.diagnostic.get() == 0 end)
    check('and there are no diagnostics afterwards', #vim.diagnostic.get() == 0, vim.tbl_map(function(d) return d.message end, vim.diagnostic.get()))
  end
end)
if not ok then check('the script itself', false, tostring(problem)) end
finish()
